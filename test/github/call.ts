/** A call as an operation sees it: who asks, about what, with which values. All was checked against the schemas. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import type { Actor } from "./actor.ts";
import type { Repository } from "./repository.ts";
import type { World } from "./world.ts";

/** The forms of an answer that a client can ask for. */
export type Media = "json" | "raw" | "repository";

export type Call = {
  world: World;
  actor: Actor;
  /** The token it came with; empty without one, and for people who act on GitHub's pages. */
  token: string;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: JsonObject;
  /** `raw` when the client asked for the bytes of a file instead of JSON; `repository` for a team's rights in one. */
  media: Media;
  /** The path as called, for the links between pages. */
  path: string;
};

/** A call about one repository. */
export type RepositoryCall = Call & { repository: Repository };

/** A text of the body, undefined when it is absent or null. */
export function text(body: JsonObject, key: string): string | undefined {
  const value = body[key];
  return typeof value === "string" ? value : undefined;
}

/** A text of the body, or what GitHub takes when there is none. */
export const textOr = (body: JsonObject, key: string, otherwise: string): string =>
  text(body, key) ?? otherwise;

/** A list of the body. */
export function list(body: JsonObject, key: string): readonly Json[] {
  const value: Json | undefined = body[key];
  return Array.isArray(value) ? value : [];
}

/** The texts of a list of the body. */
export const texts = (body: JsonObject, key: string): string[] =>
  list(body, key).filter((value) => typeof value === "string");

/** An object of the body. */
export function object(body: JsonObject, key: string): JsonObject | undefined {
  const value = body[key];
  return isJsonObject(value) ? value : undefined;
}

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A number of the path, like that of a pull request; -1, which nothing has, when it is none. */
export function numberOf(call: Call, name: string): number {
  const value = call.params[name] ?? "";
  return /^\d{1,15}$/.test(value) ? Number(value) : -1;
}
