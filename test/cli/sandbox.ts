import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { run } from "../../src/cli/run.ts";

export { cardText, grantsText, ID } from "./texts.ts";

/** The root of this repository. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

/** What one command said, and its exit status. */
interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own with a registry in it, in which commands are run in this process. */
export interface Sandbox {
  readonly folder: string;
  toolcard(...argv: string[]): Promise<Said>;
  /** The same in a folder of the sandbox. */
  inside(path: string, ...argv: string[]): Promise<Said>;
  /** The same with something on standard input, in the chunks given. */
  fed(input: readonly (string | Uint8Array)[], ...argv: string[]): Promise<Said>;
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
  /** Every file of the registry with its text. */
  registry(): Record<string, string>;
  git(...words: string[]): string;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Makes a sandbox with these files, by their paths in it. */
export function sandbox(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  environment: Record<string, string> = {},
): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), "toolcard-test-"));
  folders.push(folder);
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const ran = async (path: string, input: readonly (string | Uint8Array)[], argv: readonly string[]) => {
    let out = "";
    let err = "";
    const io = {
      out: (text: string) => void (out += text),
      err: (text: string) => void (err += text),
      input: () => Readable.from(input.map((chunk) => Buffer.from(chunk))),
      cwd: join(folder, path),
      environment,
      isTerminal: false,
    };
    const status = await run(argv, io);
    return { status, out, err };
  };
  return {
    folder,
    write,
    read,
    toolcard: (...argv) => ran(".", [], argv),
    inside: (path, ...argv) => ran(path, [], argv),
    fed: (input, ...argv) => ran(".", input, argv),
    registry() {
      const names = readdirSync(join(folder, "registry"), { recursive: true, encoding: "utf8" });
      const yaml = names.filter((name) => name.endsWith(".yaml")).toSorted();
      return Object.fromEntries(yaml.map((name) => [name, read(join("registry", name))]));
    },
    git: (...words) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.invalid", ...words], {
        cwd: folder,
        encoding: "utf8",
      }),
  };
}

/** A sandbox with a copy of the sample registry. */
export function sampleSandbox(): Sandbox {
  const made = sandbox();
  cpSync(join(ROOT, "registry"), join(made.folder, "registry"), { recursive: true });
  return made;
}
