import { isObject } from "../core/json/value.ts";

const TEXTS = ["agent", "job", "server", "tool"] as const;

/** What is wrong with the body of POST /authorize, by schemas/openapi.json; undefined where nothing is. */
export function requestFault(body: unknown): string | undefined {
  if (!isObject(body)) return "the body is no object";
  const missing = TEXTS.find((key) => !Object.hasOwn(body, key) || typeof body[key] !== "string");
  if (missing !== undefined) return `${missing} is missing or no text`;
  const odd = Object.keys(body).some((key) => key !== "arguments" && !TEXTS.some((text) => text === key));
  if (odd) return "only agent, job, server, tool and arguments are known";
  const given = Object.hasOwn(body, "arguments") ? body["arguments"] : {};
  return isObject(given) ? undefined : "arguments is no object";
}
