import { readFileSync } from "node:fs";

/** The world as a command sees it. Tests hand in their own. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input, for the commands that read it. */
  readonly input: () => AsyncIterable<Uint8Array>;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True where a person watches: progress and colour are shown there alone. */
  readonly isTerminal: boolean;
}

/** The world of this process. */
export function processIo(): Io {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    input: () => process.stdin,
    cwd: process.cwd(),
    environment: process.env,
    isTerminal: process.stderr.isTTY && process.stdout.isTTY && process.env["CI"] === undefined,
  };
}

/** The version of this package, from its package.json. */
export function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
