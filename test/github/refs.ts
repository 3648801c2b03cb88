/** Refs: read, made, moved and taken away, each only when what is there allows it. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { created, noContent, ok, type Answer } from "./answer.ts";
import { moveBranch } from "./branches.ts";
import { text, textOr, type RepositoryCall } from "./call.ts";
import { isAncestor } from "./history.ts";
import { nodeId } from "./node-id.ts";
import { notFound, unprocessable } from "./refusal.ts";
import { branchTip, type Repository } from "./repository.ts";
import { apiOf } from "./repository-view.ts";
import { refuseEmpty } from "./revision.ts";

function refView({ world, repository }: RepositoryCall, ref: string, sha: string): JsonObject {
  const url = apiOf(world, repository);
  return {
    ref,
    node_id: nodeId("REF", `${repository.id}:${ref}`),
    url: `${url}/git/${ref}`,
    object: { sha, type: "commit", url: `${url}/git/commits/${sha}` },
  };
}

/** `GET …/git/ref/{ref}`: the whole name, without `refs/`. */
export function getRef(call: RepositoryCall): Answer {
  refuseEmpty(call.repository);
  const ref = `refs/${call.params["ref"] ?? ""}`;
  const sha = call.repository.refs.get(ref);
  if (sha === undefined) throw notFound();
  return ok(refView(call, ref, sha));
}

/** `GET …/git/matching-refs/{ref}`: every ref whose name begins so; an empty list when there is none. */
export function listMatchingRefs(call: RepositoryCall): Answer {
  refuseEmpty(call.repository);
  const prefix = `refs/${call.params["ref"] ?? ""}`;
  const found = [...call.repository.refs].filter(([ref]) => ref.startsWith(prefix));
  return ok(found.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([ref, sha]) => refView(call, ref, sha)));
}

/** `POST …/git/refs`: 422 "Reference already exists" when somebody was faster. */
export function createRef(call: RepositoryCall): Answer {
  const { world, repository, actor, body } = call;
  refuseEmpty(repository);
  const ref = textOr(body, "ref", "");
  const sha = textOr(body, "sha", "");
  if (!isRefName(ref)) throw unprocessable(`${ref} is not a valid ref name.`);
  if (!repository.objects.commits.has(sha)) throw unprocessable("Object does not exist");
  if (repository.refs.has(ref)) throw unprocessable("Reference already exists");
  if (isInTheWay(repository, ref)) throw unprocessable("Reference update failed");
  const branch = branchOf(ref);
  if (branch === undefined) repository.refs.set(ref, sha);
  else moveBranch(world, repository, actor, branch, sha);
  return created(refView(call, ref, sha));
}

/** Git keeps refs like files: `a/b` can't be made where `a` is one, nor `a` where `a/b` is. */
export function isInTheWay(repository: Repository, ref: string): boolean {
  return [...repository.refs.keys()].some(
    (other) => ref.startsWith(`${other}/`) || other.startsWith(`${ref}/`),
  );
}

/** Git's rules for names of refs (git-check-ref-format), as far as a client can break them. */
export function isRefName(ref: string): boolean {
  const parts = ref.split("/");
  if (parts[0] !== "refs" || parts.length < 3) return false;
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{/.test(ref)) return false;
  return parts.every(
    (part) => part !== "" && !part.startsWith(".") && !part.endsWith(".") && !part.endsWith(".lock"),
  );
}

const branchOf = (ref: string): string | undefined =>
  ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : undefined;

/** `PATCH …/git/refs/{ref}`: without `force` only to a descendant of what is there now. */
export function updateRef(call: RepositoryCall): Answer {
  const { world, repository, actor, body } = call;
  refuseEmpty(repository);
  const ref = `refs/${call.params["ref"] ?? ""}`;
  const sha = text(body, "sha") ?? "";
  const before = repository.refs.get(ref);
  if (before === undefined) throw unprocessable("Reference does not exist");
  if (!repository.objects.commits.has(sha)) throw unprocessable("Object does not exist");
  if (body["force"] !== true && !isAncestor(repository.objects, before, sha)) {
    throw unprocessable("Update is not a fast forward");
  }
  const branch = branchOf(ref);
  if (branch === undefined) repository.refs.set(ref, sha);
  else moveBranch(world, repository, actor, branch, sha);
  return ok(refView(call, ref, sha));
}

/** `DELETE …/git/refs/{ref}` */
export function deleteRef({ world, repository, actor, params }: RepositoryCall): Answer {
  refuseEmpty(repository);
  const ref = `refs/${params["ref"] ?? ""}`;
  if (!repository.refs.has(ref)) throw unprocessable("Reference does not exist");
  const branch = branchOf(ref);
  if (branch === repository.defaultBranch && branchTip(repository, branch) !== undefined) {
    throw unprocessable("Cannot delete the default branch");
  }
  if (branch === undefined) repository.refs.delete(ref);
  else moveBranch(world, repository, actor, branch, undefined);
  return noContent();
}
