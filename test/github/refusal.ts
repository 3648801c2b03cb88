/** GitHub's ways of saying no, with its words. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";

/** An answer that refuses the call. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, more: JsonObject = {}, headers: Record<string, string> = {}) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.body = {
      message,
      ...more,
      documentation_url: "https://docs.github.com/rest",
      status: String(status),
    };
    this.headers = headers;
  }
}

export const notFound = (message = "Not Found"): Refusal => new Refusal(404, message);

export const forbidden = (message: string): Refusal => new Refusal(403, message);

export const conflict = (message: string): Refusal => new Refusal(409, message);

/** 422 with a message and, where GitHub gives them, errors. */
export function unprocessable(message: string, errors?: readonly Json[]): Refusal {
  return new Refusal(422, message, errors === undefined ? {} : { errors });
}

/** 422 "Validation Failed" about one field of a resource, with a code GitHub documents. */
export function invalidField(resource: string, field: string, code = "invalid"): Refusal {
  return unprocessable("Validation Failed", [{ resource, field, code }]);
}

/** 422 "Validation Failed" with words of its own. */
export function invalidBecause(resource: string, message: string, field?: string): Refusal {
  return unprocessable("Validation Failed", [
    { resource, code: "custom", ...(field === undefined ? {} : { field }), message },
  ]);
}

/** Refuses a text over GitHub's limit, counted in characters. */
export function limitLength(resource: string, field: string, text: string, most: number): void {
  if (countCharacters(text) > most) {
    throw invalidBecause(resource, `${field} is too long (maximum is ${most} characters)`, field);
  }
}

/** Characters as GitHub's database counts them: one for each code point. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
