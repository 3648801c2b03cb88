/** The Git database: blobs, trees and commits, read and made. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import { appOf, loginOf } from "./actor.ts";
import { created, ok, type Answer } from "./answer.ts";
import { isJsonObject, list, object, text, texts, textOr, type Call, type RepositoryCall } from "./call.ts";
import { gitCommitView, WEB_FLOW } from "./commit-view.ts";
import { signatureOf } from "./mergeability.ts";
import { nodeId } from "./node-id.ts";
import { putBlob, putCommit, signature, type Mode, type Signature } from "./objects.ts";
import { forbidden, notFound, unprocessable } from "./refusal.ts";
import { apiOf } from "./repository-view.ts";
import { refuseEmpty } from "./revision.ts";
import { listTree, placePath, readFiles, writeFiles, type Files, type Leaf } from "./trees.ts";

/** Base64 in lines of 60, as GitHub sends it. */
export const base64Lines = (bytes: Buffer): string =>
  (bytes.toString("base64").match(/.{1,60}/g) ?? []).map((line) => `${line}\n`).join("");

/** The most bytes of a file that are given, and of a request that makes one: the first is documented, the second was found. */
const MOST_READ = 100_000_000;
const MOST_WRITTEN = 50_000_000;

/** `GET …/git/blobs/{file_sha}` */
export function getBlob({ world, repository, params, media }: RepositoryCall): Answer {
  refuseEmpty(repository);
  const sha = params["file_sha"] ?? "";
  const bytes = repository.objects.blobs.get(sha);
  if (bytes === undefined) throw notFound();
  if (bytes.length > MOST_READ) throw forbidden("This API returns blobs up to 100 MB in size.");
  if (media === "raw") return { status: 200, bytes };
  return ok({
    sha,
    node_id: nodeId("B", sha),
    size: bytes.length,
    url: `${apiOf(world, repository)}/git/blobs/${sha}`,
    content: base64Lines(bytes),
    encoding: "base64",
  });
}

/** `POST …/git/blobs` */
export function createBlob({ world, repository, body }: RepositoryCall): Answer {
  refuseEmpty(repository);
  const encoding = textOr(body, "encoding", "utf-8");
  if (encoding !== "utf-8" && encoding !== "base64") throw unprocessable("encoding must be utf-8 or base64");
  if (JSON.stringify(body).length > MOST_WRITTEN)
    throw unprocessable(
      "Sorry, your input was too large to process. Consider creating the blob in a local clone of the repository and then pushing it to GitHub.",
    );
  const sha = putBlob(
    repository.objects,
    Buffer.from(textOr(body, "content", ""), encoding === "base64" ? "base64" : "utf8"),
  );
  return created({ sha, url: `${apiOf(world, repository)}/git/blobs/${sha}` });
}

/** `GET …/git/trees/{tree_sha}`: by the name of a tree, or of a commit or branch whose tree it is. */
export function getTree(call: RepositoryCall): Answer {
  const { repository, params, query } = call;
  refuseEmpty(repository);
  const name = params["tree_sha"] ?? "";
  const { objects } = repository;
  const commit = repository.refs.get(`refs/heads/${name}`) ?? name;
  const sha = objects.commits.get(commit)?.tree ?? name;
  if (!objects.trees.has(sha)) throw notFound();
  return ok(treeView(call, sha, query["recursive"] !== undefined));
}

function treeView({ world, repository }: RepositoryCall, sha: string, recursive: boolean): JsonObject {
  const url = `${apiOf(world, repository)}/git`;
  const tree = listTree(repository.objects, sha, recursive).map(({ path, mode, sha: child }): Json => {
    if (mode === "040000") return { path, mode, type: "tree", sha: child, url: `${url}/trees/${child}` };
    if (mode === "160000") return { path, mode, type: "commit", sha: child };
    const size = repository.objects.blobs.get(child)?.length ?? 0;
    return { path, mode, type: "blob", sha: child, size, url: `${url}/blobs/${child}` };
  });
  return { sha, url: `${url}/trees/${sha}`, tree, truncated: false };
}

/** `POST …/git/trees`: entries on top of `base_tree`; a `sha` of null takes a path away. */
export function createTree(call: RepositoryCall): Answer {
  const { repository, body } = call;
  refuseEmpty(repository);
  const { objects } = repository;
  const base = text(body, "base_tree");
  const baseTree = base === undefined ? undefined : (objects.commits.get(base)?.tree ?? base);
  if (baseTree !== undefined && !objects.trees.has(baseTree)) throw notFound();
  const files: Files = baseTree === undefined ? new Map() : readFiles(objects, baseTree);
  for (const entry of list(body, "tree").filter(isJsonObject)) placeEntry(call, files, entry);
  if (files.size === 0) throw unprocessable("Invalid tree info");
  return created(treeView(call, writeFiles(objects, files), false));
}

function placeEntry({ repository }: RepositoryCall, files: Files, entry: JsonObject): void {
  const { objects } = repository;
  const path = textOr(entry, "path", "");
  const parts = path.split("/");
  if (
    path === "" ||
    parts.some((part) => part === "" || part === "." || part === ".." || part.toLowerCase() === ".git")
  ) {
    throw unprocessable("tree.path contains a malformed path component");
  }
  if (entry["sha"] === null) {
    const known = files.has(path) || [...files.keys()].some((other) => other.startsWith(`${path}/`));
    if (!known) throw unprocessable("GitRPC::BadObjectState");
    placePath(objects, files, path, null);
    return;
  }
  const content = text(entry, "content");
  const sha = text(entry, "sha");
  if ((content === undefined) === (sha === undefined)) {
    throw unprocessable("Must supply either tree.sha or tree.content.");
  }
  const mode = textOr(entry, "mode", "");
  if (!isMode(mode)) throw unprocessable("Must supply a valid tree.mode");
  const leaf: Leaf = { mode, sha: sha ?? putBlob(objects, content ?? "") };
  const found =
    mode === "160000" || (mode === "040000" ? objects.trees.has(leaf.sha) : objects.blobs.has(leaf.sha));
  if (!found)
    throw unprocessable(`tree.sha ${leaf.sha} is not a valid ${mode === "040000" ? "tree" : "blob"}`);
  placePath(objects, files, path, leaf);
}

const isMode = (mode: string): mode is Mode =>
  ["100644", "100755", "040000", "120000", "160000"].includes(mode);

/** `GET …/git/commits/{commit_sha}` */
export function getGitCommit({ world, repository, params }: RepositoryCall): Answer {
  refuseEmpty(repository);
  return ok(gitCommitView(world, repository, params["commit_sha"] ?? ""));
}

/** `POST …/git/commits`. Without author, GitHub names the caller; a bot's commit it signs itself. */
export function createCommit(call: RepositoryCall): Answer {
  const { world, repository, body, actor } = call;
  refuseEmpty(repository);
  const { objects } = repository;
  const tree = textOr(body, "tree", "");
  if (!objects.trees.has(tree)) throw unprocessable("Tree SHA does not exist");
  const parents = texts(body, "parents");
  for (const parent of parents) {
    if (!objects.commits.has(parent))
      throw unprocessable("Parent SHA does not exist or is not a commit object");
  }
  const signed = appOf(actor) !== null && body["author"] === undefined && body["committer"] === undefined;
  const author = signer(call, "author") ?? signatureOf(world, loginOf(actor));
  const github = signature(WEB_FLOW.name, WEB_FLOW.email, world.clock.now());
  const committer = signer(call, "committer") ?? (signed ? github : author);
  const sha = putCommit(objects, { tree, parents, author, committer, message: textOr(body, "message", "") });
  if (signed) objects.verified.add(sha);
  return created(gitCommitView(world, repository, sha));
}

function signer({ body, world }: Call, key: "author" | "committer"): Signature | undefined {
  const given = object(body, key);
  const name = given === undefined ? undefined : text(given, "name");
  const email = given === undefined ? undefined : text(given, "email");
  if (given === undefined || name === undefined || email === undefined) return undefined;
  return signature(name, email, text(given, "date") ?? world.clock.now());
}
