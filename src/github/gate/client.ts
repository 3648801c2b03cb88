import type { Octokit } from "@octokit/core";
import { failureOf } from "../failure.ts";

/** One repository on GitHub, by any octokit: that of `createClient`, or the one that Probot makes for an event. */
export interface GateClient {
  readonly octokit: Pick<Octokit, "request" | "graphql">;
  /** Owner and name, as every call takes them. */
  readonly at: { readonly owner: string; readonly repo: string };
}

/** The most things that GitHub gives in a page. */
export const PAGE = 100;

/** A page of a GraphQL list, as GitHub answers it. */
export interface Page<Node> {
  readonly nodes: readonly (Node | null)[] | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** What is on a page; GitHub puts null where something can't be shown. */
export function nodesOf<Node>(page: Page<Node> | null | undefined): Node[] {
  return (page?.nodes ?? []).filter((node) => node !== null);
}

/** What an answer of GraphQL says of the repository. @throws Error where it says nothing */
export function repositoryIn<Shown>(
  answer: { readonly repository: Shown | null } | undefined,
  { at }: Pick<GateClient, "at">,
): Shown {
  const repository = answer?.repository;
  if (repository === null || repository === undefined)
    throw new Error(`there is no repository ${at.owner}/${at.repo}, or the token can't see it`);
  return repository;
}

/** The pages of a REST list, up to a bound: `whole` says whether that was all. */
export async function restPages<Item>(
  ask: (page: number) => Promise<readonly Item[]>,
  most: number,
): Promise<{ readonly items: readonly Item[]; readonly whole: boolean }> {
  const items: Item[] = [];
  for (let page = 1; page <= most; page++) {
    const found = await ask(page);
    items.push(...found);
    if (found.length < PAGE) return { items, whole: true };
  }
  return { items, whole: false };
}

/** The status of an error that GitHub answered with; undefined when it did not answer. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && "status" in error && typeof error.status === "number"
    ? error.status
    : undefined;
}

/** Whether trying again later may help, or nothing will: then a method throws, as there is nothing to say. */
export function isOutOfReach(error: unknown): boolean {
  const { kind } = failureOf(error);
  return kind === "not-done" || kind === "blocked";
}

/** Milliseconds since 1970 of a time as GitHub writes it. */
export function momentOf(time: string | null | undefined): number {
  return Date.parse(time ?? "");
}
