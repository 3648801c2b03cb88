/** Names of commits: a SHA, a branch, a tag or a full ref. */
import { conflict, unprocessable } from "./refusal.ts";
import type { Repository } from "./repository.ts";

/** The commit a name stands for; undefined when there is none. */
export function findRevision(repository: Repository, name: string): string | undefined {
  for (const prefix of ["", "refs/", "refs/heads/", "refs/tags/"]) {
    const sha = repository.refs.get(prefix + name);
    if (sha !== undefined) return sha;
  }
  if (repository.objects.commits.has(name)) return name;
  if (!/^[0-9a-f]{7,39}$/.test(name)) return undefined;
  return [...repository.objects.commits.keys()].find((sha) => sha.startsWith(name));
}

/** The commit a name stands for, or 422 as GitHub answers about commits. */
export function needRevision(repository: Repository, name: string): string {
  refuseEmpty(repository);
  const sha = findRevision(repository, name);
  if (sha === undefined) throw unprocessable(`No commit found for SHA: ${name}`);
  return sha;
}

/** 409 for a repository without any commit. */
export function refuseEmpty(repository: Repository): void {
  if (repository.refs.size === 0) throw conflict("Git Repository is empty.");
}
