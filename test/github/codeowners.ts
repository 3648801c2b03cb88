/** `GET …/codeowners/errors`: the lines of CODEOWNERS that GitHub skips, and why. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { roleOf, teamRole } from "./actor.ts";
import { ok, type Answer } from "./answer.ts";
import type { RepositoryCall } from "./call.ts";
import { atLeast } from "./people.ts";
import { notFound } from "./refusal.ts";
import type { Repository } from "./repository.ts";
import { findRevision } from "./revision.ts";
import { findPath } from "./trees.ts";
import { findAccount, findTeam, type World } from "./world.ts";

/** Where GitHub looks, in this order; the first found is the only one. */
const PLACES = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

export function codeownersErrors({ world, repository, query }: RepositoryCall): Answer {
  const commit = findRevision(repository, query["ref"] ?? repository.defaultBranch) ?? "";
  const tree = repository.objects.commits.get(commit)?.tree ?? "";
  for (const path of PLACES) {
    const bytes = repository.objects.blobs.get(findPath(repository.objects, tree, path)?.sha ?? "");
    if (bytes !== undefined) return ok({ errors: errorsOf(world, repository, path, bytes.toString("utf8")) });
  }
  throw notFound();
}

function errorsOf(world: World, repository: Repository, path: string, text: string): JsonObject[] {
  const errors: JsonObject[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const words = [...line.replace(/(^|\s)#.*$/, "").matchAll(/(?:\\.|\S)+/g)];
    const add = (column: number, kind: string, suggestion: string | null): void => {
      const message = `${kind} on line ${index + 1}:\n\n  ${line}\n  ${" ".repeat(column - 1)}^`;
      errors.push({ line: index + 1, column, source: `${line}\n`, kind, suggestion, message, path });
    };
    const [pattern, ...owners] = words;
    if (pattern === undefined) continue;
    if (/^!|\[|^\\#|\*\*\*|^\/$/.test(pattern[0])) add(pattern.index + 1, "Invalid pattern", null);
    for (const owner of owners) {
      const wrong = ownerError(world, repository, owner[0]);
      if (wrong !== undefined) add(owner.index + 1, wrong.kind, wrong.suggestion);
    }
  }
  return errors;
}

function ownerError(
  world: World,
  repository: Repository,
  owner: string,
): { kind: string; suggestion: string | null } | undefined {
  const email = /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(owner);
  const name = /^@([^/\s]+)(?:\/([^/\s]+))?$/.exec(owner);
  if (name === null) return email ? undefined : { kind: "Invalid owner", suggestion: null };
  const [, login = "", slug] = name;
  const isTeam = slug !== undefined;
  const can = isTeam
    ? teamCanOwn(world, repository, login, slug)
    : atLeast(ownRole(world, repository, login), "write");
  if (can) return undefined;
  const suggestion = isTeam
    ? `make sure the team ${owner} exists, is publicly visible, and has write access to the repository`
    : `make sure ${owner} exists and has write access to the repository`;
  return { kind: "Unknown owner", suggestion };
}

const ownRole = (world: World, repository: Repository, login: string): ReturnType<typeof roleOf> =>
  findAccount(world, login) === undefined ? "none" : roleOf(world, repository, login);

function teamCanOwn(world: World, repository: Repository, organization: string, slug: string): boolean {
  const team = findTeam(world, organization, slug);
  return team?.privacy === "closed" && atLeast(teamRole(world, repository, slug), "write");
}
