import { byCodePoint } from "../json/order.ts";

/** What decides whether toolcard may start a server's command beside the secrets of its own environment. */
export interface RunContext {
  /** Whether commands and packages may run at all: `scan.allowCommands` or `--allow-commands`. */
  readonly allowCommands: boolean;
  /** The variables of toolcard's own environment that hold anything. */
  readonly set: Iterable<string>;
  /** The variables that the credential of this server is made of. */
  readonly own: Iterable<string>;
  /** The variables that any credential is made of. */
  readonly credentials: Iterable<string>;
}

/** Why toolcard starts nothing; `variable` is the first, by code point, that stands in the way. */
export type NotRun =
  | { readonly why: "commands-not-allowed" }
  | { readonly why: "github-token"; readonly variable: string }
  | { readonly why: "other-credential"; readonly variable: string };

/**
 * Variables that let their holder act on GitHub. The runtime token writes caches and artifacts, which later jobs trust; a
 * runner gives it to every JavaScript action, and to no `run` step.
 */
const GITHUB_TOKENS: ReadonlySet<string> = new Set([
  "GITHUB_TOKEN",
  "GH_TOKEN",
  "GH_ENTERPRISE_TOKEN",
  "GITHUB_ENTERPRISE_TOKEN",
  "ACTIONS_RUNTIME_TOKEN",
  "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
]);

// An action's input `github-token` or `token` (docs.github.com, "metadata syntax": INPUT_ and the name in capitals).
const TOKEN_INPUT = /^INPUT_(?:.*[_-])?TOKEN$/i;

/**
 * Why a command or package must not be started, or undefined. A child can read its parent's environment, so it runs only
 * where there is neither a GitHub token nor a secret of another server (DESIGN §7).
 */
export function whyNotRun(context: RunContext): NotRun | undefined {
  if (!context.allowCommands) return { why: "commands-not-allowed" };
  const set = [...context.set].toSorted(byCodePoint);
  const token = set.find((name) => GITHUB_TOKENS.has(name.toUpperCase()) || TOKEN_INPUT.test(name));
  if (token !== undefined) return { why: "github-token", variable: token };
  const own = new Set(context.own);
  const credentials = new Set(context.credentials);
  const other = set.find((name) => credentials.has(name) && !own.has(name));
  return other === undefined ? undefined : { why: "other-credential", variable: other };
}
