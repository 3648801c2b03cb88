/** GitHub's own answers, with something in them that a test changes: what was cut, or is not known yet. */
import type { GateClient } from "../../src/github/gate/client.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Calls with every key of an answer; what comes back stands in its place. */
export type Edit = (key: string, value: Json, parent: { readonly [key: string]: Json }) => Json;

/** A client whose answers of GraphQL are edited. */
export function editing(client: GateClient, edit: Edit): GateClient {
  const graphql = async (query: string, variables?: Record<string, unknown>) =>
    edited(await client.octokit.graphql<Json>(query, variables), edit);
  return { ...client, octokit: { ...client.octokit, graphql: graphql as GateClient["octokit"]["graphql"] } };
}

function edited(value: Json, edit: Edit): Json {
  if (Array.isArray(value)) return value.map((each) => edited(each, edit));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, edited(edit(key, each, value), edit)]),
  );
}
