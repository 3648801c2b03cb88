import { readFileSync } from "node:fs";

/** The world as a command sees it. Tests hand in their own. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input, for the commands that read it. */
  readonly input: () => AsyncIterable<Uint8Array>;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True where a person watches: progress is shown there alone. */
  readonly isTerminal: boolean;
  /** What the terminal on standard output can do; nothing where it is none. */
  readonly screen?: Screen;
}

/** How text may be written for a terminal. */
export interface Screen {
  readonly colour?: boolean;
  readonly columns?: number;
}

/** Lines that are longer than this are hard to read, however wide the terminal is. */
const MOST_COLUMNS = 100;

/** What may be written to a stream: colours only to a terminal that has some, and not where NO_COLOR is set. */
export function screenOf(
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
  environment: Io["environment"],
): Screen {
  if (isTTY !== true) return {};
  const { NO_COLOR = "", TERM } = environment;
  return {
    colour: NO_COLOR === "" && TERM !== "dumb",
    ...(columns !== undefined && columns > 0 && { columns: Math.min(columns, MOST_COLUMNS) }),
  };
}

/** The world of this process. */
export function processIo(): Io {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    input: () => process.stdin,
    cwd: process.cwd(),
    environment: process.env,
    screen: screenOf(process.stdout, process.env),
    isTerminal: process.stderr.isTTY && process.stdout.isTTY && process.env["CI"] === undefined,
  };
}

/** The version of this package, from its package.json. */
export function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
