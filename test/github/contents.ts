/** Files and folders of a commit: `GET …/contents/{path}`. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { ok, type Answer } from "./answer.ts";
import type { Media, RepositoryCall } from "./call.ts";
import { base64Lines } from "./git-data.ts";
import { notFound } from "./refusal.ts";
import { apiOf, htmlOf } from "./repository-view.ts";
import { findRevision } from "./revision.ts";
import { findPath, listTree, type Leaf } from "./trees.ts";

/** Over this many bytes GitHub sends a file only when asked for it raw. */
const MOST_INLINE = 1024 * 1024;

/** Links inside the repository are followed, submodules shown, folders listed (at most 1000 entries). */
export function getContent(call: RepositoryCall): Answer {
  const { repository, query, params, media } = call;
  if (repository.refs.size === 0) throw notFound("This repository is empty.");
  const ref = query["ref"] ?? repository.defaultBranch;
  const commit = findRevision(repository, ref);
  if (commit === undefined) throw notFound(`No commit found for the ref ${ref}`);
  const path = (params["path"] ?? "").replace(/^\/+|\/+$/g, "");
  const tree = repository.objects.commits.get(commit)?.tree ?? "";
  const found = findPath(repository.objects, tree, path);
  if (found === undefined) throw notFound();
  if (found.mode === "040000") return ok(listFolder(call, ref, path, found.sha));
  if (found.mode === "160000")
    return ok({
      ...entry(call, ref, path, found, "submodule"),
      submodule_git_url: "https://github.com/example/submodule.git",
    });
  if (found.mode === "120000") return linked(call, ref, path, tree, found);
  return file(call, ref, path, found, media);
}

function entry(
  { world, repository }: RepositoryCall,
  ref: string,
  path: string,
  leaf: Leaf,
  type: string,
): JsonObject {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  const self = `${apiOf(world, repository)}/contents/${encoded}?ref=${encodeURIComponent(ref)}`;
  const kind = leaf.mode === "040000" ? "trees" : "blobs";
  const git = leaf.mode === "160000" ? null : `${apiOf(world, repository)}/git/${kind}/${leaf.sha}`;
  const html = `${htmlOf(repository)}/${leaf.mode === "040000" ? "tree" : "blob"}/${ref}/${encoded}`;
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    sha: leaf.sha,
    size: repository.objects.blobs.get(leaf.sha)?.length ?? 0,
    url: self,
    html_url: html,
    git_url: git,
    download_url: kind === "blobs" && git !== null ? `${htmlOf(repository)}/raw/${ref}/${encoded}` : null,
    type,
    _links: { self, git, html },
  };
}

/** In a folder GitHub calls a submodule a file, for old clients' sake. */
function listFolder(call: RepositoryCall, ref: string, path: string, tree: string): JsonObject[] {
  const prefix = path === "" ? "" : `${path}/`;
  return listTree(call.repository.objects, tree, false, prefix)
    .slice(0, 1000)
    .map(({ path: child, mode, sha }) =>
      entry(
        call,
        ref,
        child,
        { mode, sha },
        mode === "040000" ? "dir" : mode === "120000" ? "symlink" : "file",
      ),
    );
}

function file(call: RepositoryCall, ref: string, path: string, leaf: Leaf, media: Media): Answer {
  const bytes = call.repository.objects.blobs.get(leaf.sha) ?? Buffer.alloc(0);
  if (media === "raw") return { status: 200, bytes };
  const inline = bytes.length <= MOST_INLINE;
  return ok({
    ...entry(call, ref, path, leaf, "file"),
    content: inline ? base64Lines(bytes) : "",
    encoding: inline ? "base64" : "none",
  });
}

function linked(call: RepositoryCall, ref: string, path: string, tree: string, leaf: Leaf): Answer {
  const { objects } = call.repository;
  const target = objects.blobs.get(leaf.sha)?.toString("utf8") ?? "";
  const folder = path.split("/").slice(0, -1).join("/");
  const resolved = new URL(target, `http://x/${folder === "" ? "" : `${folder}/`}`).pathname.slice(1);
  const found = findPath(objects, tree, decodeURIComponent(resolved));
  if (found !== undefined && found.mode.startsWith("100")) return file(call, ref, path, found, call.media);
  return ok({ ...entry(call, ref, path, leaf, "symlink"), target });
}
