/** What an operation answers, and pages of lists with their links. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import type { Call, RepositoryCall } from "./call.ts";

/** `body`: JSON, undefined sends none. `bytes`: instead of it, a file as it is. */
export type Answer = { status: number; body?: Json; bytes?: Buffer; headers?: Record<string, string> };

export const ok = (body: Json): Answer => ({ status: 200, body });
export const created = (body: Json): Answer => ({ status: 201, body });
export const noContent = (): Answer => ({ status: 204 });

/** The page asked for: 30 things, at most 100, as on GitHub. */
export function pageOf(call: Call): { page: number; size: number } {
  const size = Number(call.query["per_page"] ?? 30);
  return { page: Math.max(1, Number(call.query["page"] ?? 1)), size: Math.min(100, Math.max(1, size)) };
}

/** One page of a list, with the links GitHub gives. `wrap` puts the page where the answer is an object. */
export function paged<T>(
  call: Call | RepositoryCall,
  all: readonly T[],
  view: (one: T) => JsonObject,
  wrap: (page: JsonObject[]) => Json = (page) => page,
): Answer {
  const { page, size } = pageOf(call);
  const shown = all.slice((page - 1) * size, page * size);
  const link = pageLinks(call, Math.max(1, Math.ceil(all.length / size)));
  return { status: 200, body: wrap(shown.map(view)), ...(link === "" ? {} : { headers: { link } }) };
}

function pageLinks(call: Call | RepositoryCall, last: number): string {
  const { page } = pageOf(call);
  const links: string[] = [];
  const add = (rel: string, to: number): void =>
    void links.push(`<${addressOf(call, { page: String(to) })}>; rel="${rel}"`);
  if (page > 1) add("prev", page - 1);
  if (page < last) add("next", page + 1);
  if (page < last) add("last", last);
  if (page > 1) add("first", 1);
  return links.join(", ");
}

/** The address of the same call with other query values: by the repository's number, as GitHub writes it. */
export function addressOf(call: Call | RepositoryCall, change: Record<string, string>): string {
  const path =
    "repository" in call
      ? call.path.replace(/^\/repos\/[^/]+\/[^/]+/, `/repositories/${call.repository.id}`)
      : call.path;
  return `${call.world.url}${path}?${new URLSearchParams({ ...call.query, ...change }).toString()}`;
}
