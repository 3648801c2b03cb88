/** How loud a line is, from the quietest. */
export const LEVELS = ["debug", "info", "warn", "error"] as const;

/** One of the levels. */
export type Level = (typeof LEVELS)[number];

/** What is said beside the message: short facts, never a payload. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one line of JSON. */
export type Log = (level: Level, message: string, fields?: Fields) => void;

/** How a log is kept. */
export interface LogOptions {
  readonly write: (line: string) => void;
  /** Quieter lines than this are left out. */
  readonly level: Level;
  /** What must never be in a line, whoever says it. */
  readonly secrets: readonly string[];
  readonly now: () => Date;
}

/** Writes to standard output, where hosts look for logs. */
export function toOutput(line: string): void {
  process.stdout.write(line);
}

const LONGEST = 500;

/** What tokens of GitHub's, JSON Web Tokens and private keys look like. */
const TOKENS =
  /\b(?:gh[a-z]_|github_pat_)\w+|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bv1\.[0-9a-f]{40}\b|-----BEGIN[^-]*-----[^]*?(?:-----END[^-]*-----|$)/g;

/** A log of one line of JSON a message, each with its time and level; every text is bounded and holds no secret. */
export function createLog({ write, level, secrets, now }: LogOptions): Log {
  const least = LEVELS.indexOf(level);
  const clean = cleaner(secrets);
  return (at, message, fields = {}) => {
    if (LEVELS.indexOf(at) < least) return;
    const said = Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === "string" ? clean(value) : value,
    ]);
    const line = { time: now().toISOString(), level: at, message: clean(message) };
    write(`${JSON.stringify({ ...line, ...Object.fromEntries(said) })}\n`);
  };
}

function cleaner(secrets: readonly string[]): (text: string) => string {
  const known = secrets
    .flatMap((secret) => [secret, ...secret.split("\n")])
    .filter(({ length }) => length >= 8);
  return (text) => {
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, "[secret]");
    return clean.replaceAll(TOKENS, "[secret]").slice(0, LONGEST);
  };
}

/**
 * The log as Probot takes one: of what Probot says only messages get through, as the objects beside them hold payloads.
 */
export function logForProbot(log: Log) {
  const at =
    (level: Level) =>
    (first?: unknown, message?: unknown): void => {
      const texts = [first, message].flatMap((said) =>
        typeof said === "string" ? [said] : said instanceof Error ? [messagesOf(said)] : [],
      );
      log(level, texts.join(": "), { by: "probot" });
    };
  const forProbot = {
    level: "debug",
    trace: (): void => {},
    debug: at("debug"),
    info: at("debug"),
    warn: at("warn"),
    error: at("error"),
    fatal: at("error"),
    silent: (): void => {},
    child: (): unknown => forProbot,
  };
  return forProbot;
}

function messagesOf(error: Error): string {
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return parts.map((part) => (part instanceof Error ? `${part.name}: ${part.message}` : "error")).join("; ");
}
