import type { TappedTransport } from "./tap.ts";

/** The part of an MCP client that is guarded; the clients of both generations of the SDK have it. */
export interface GuardableClient {
  // Methods: the parameters of the two generations differ in their types alone.
  request(request: never, ...rest: never[]): Promise<unknown>;
  listTools(...given: never[]): Promise<unknown>;
  callTool(params: never, ...rest: never[]): Promise<unknown>;
  readonly transport?: TappedTransport | undefined;
}

/** Takes any result as it is, in the words of either generation: a Standard Schema, and what zod 3 has. */
export const ANY_RESULT = {
  "~standard": { version: 1, vendor: "toolcard", validate: (value: unknown) => ({ value }) },
  parse: (value: unknown) => value,
  safeParse: (value: unknown) => ({ success: true, data: value }),
} as const;
