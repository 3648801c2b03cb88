/** What was called, for tests that count: reads and writes, by operation, since a moment. */
import type { Json } from "../../src/core/json/value.ts";
import type { Effect } from "./operations.ts";

/** One call over HTTP. `status` is 0 while it is not answered, and stays so when the connection was dropped. */
export type LoggedCall = {
  /** 1 for the first call to be let in. */
  n: number;
  token: string;
  method: string;
  path: string;
  /** GitHub's id of the operation, like `pulls/create`; `graphql`; or `unknown`. */
  operation: string;
  effect: Effect;
  query: Readonly<Record<string, string>>;
  body: Json;
  status: number;
  /** The kind of the fault that befell it. */
  fault: string | undefined;
};

export type CallLog = { all: LoggedCall[] };

export const createCallLog = (): CallLog => ({ all: [] });

/** Calls after the first `from` of them. */
export const callsSince = (log: CallLog, from: number): LoggedCall[] => log.all.slice(from);

/** Calls that change something, git objects too: everything that is not a read. */
export const writesIn = (calls: readonly LoggedCall[]): LoggedCall[] =>
  calls.filter(({ effect }) => effect !== "read");

export const readsIn = (calls: readonly LoggedCall[]): LoggedCall[] =>
  calls.filter(({ effect }) => effect === "read");

/** A line for each call, like `POST pulls/create 201`: short enough to compare whole flows. */
export const summarize = (calls: readonly LoggedCall[]): string[] =>
  calls.map(({ method, operation, status }) => `${method} ${operation} ${status}`);
