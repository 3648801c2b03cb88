import { join, posix, relative, sep } from "node:path";
import { plain } from "../core/explain/inert.ts";
import { plural } from "../core/explain/phrase.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { CODEOWNERS_LOCATIONS } from "../core/owners/codeowners.ts";
import { codeownersIn, doubtfulProblem, invalidProblem, type CodeownersFile } from "../core/owners/place.ts";
import { ruleFor } from "../core/owners/owners.ts";
import { problemLine, shown, type Problem } from "../core/yaml/problem.ts";
import { codeownersAt, codeownersOnDisk } from "../disk/codeowners.ts";
import { repositoryOf } from "../disk/find-registry.ts";
import { commitOf, folderInside, treeEntries } from "../disk/git.ts";
import { entryKind } from "../disk/regular.ts";
import { EXIT, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";

interface OwnersOptions {
  readonly base?: string;
  readonly json?: boolean;
}

/** `toolcard owners`: who may approve a change of some paths. */
export async function owners(given: readonly string[], options: OwnersOptions, io: Io): Promise<Exit> {
  const source = await sourceOf(options.base, io);
  const file = source.file;
  const paths: PathOwned[] = [];
  for (const each of given) {
    const path = fromRoot(source.inside, each);
    if (path.endsWith("/") || (await source.isFolder(path)))
      throw new Error(`${shown(each)} is a folder; name a file`);
    paths.push(pathOwned(path, file));
  }
  const { invalid, doubtful, more } = problemsOf(file);
  if (options.json === true) {
    const { base } = source;
    const about = { codeowners: file?.path ?? null, ...(base !== undefined && { base }) };
    io.out(`${asciiJson({ ...about, paths, invalid, doubtful, ...(more > 0 && { more }) })}\n`);
  } else {
    for (const problem of [...invalid, ...doubtful]) io.err(`${problemLine(problem)}\n`);
    if (more > 0) io.err(`${file?.path ?? ""}: ${plural(more, "more such line")}\n`);
    for (const path of paths) io.out(`${line(path, file)}\n`);
  }
  return paths.some((path) => path.owners.length === 0) ? EXIT.blocked : EXIT.clean;
}

/** A CODEOWNERS file, and where in the repository the command was run. */
interface Source {
  readonly file: CodeownersFile | undefined;
  /** The commit that it is of; undefined for the work tree. */
  readonly base?: string;
  /** The current folder from the repository's root, with a slash after it; empty for the root. */
  readonly inside: string;
  readonly isFolder: (path: string) => Promise<boolean>;
}

async function sourceOf(ref: string | undefined, { cwd }: Io): Promise<Source> {
  if (ref === undefined) {
    const repository = await repositoryOf(cwd);
    const inside = relative(repository, cwd).split(sep).join("/");
    const isFolder = async (path: string) => (await entryKind(join(repository, path))) === "folder";
    return { file: counted(codeownersIn(await codeownersOnDisk(repository))), inside, isFolder };
  }
  const base = await commitOf(cwd, ref);
  const file = counted(codeownersIn(await codeownersAt(cwd, base)));
  const isFolder = async (path: string) =>
    (await treeEntries(cwd, base, [path])).get(path)?.kind === "folder";
  return { file, base, inside: await folderInside(cwd), isFolder };
}

function counted(found: ReturnType<typeof codeownersIn>): CodeownersFile | undefined {
  if (found.ok) return found.file;
  throw new Error(problemLine(found.problem));
}

/** A path as git writes it, of one that was given from the current folder. */
function fromRoot(inside: string, given: string): string {
  const path = posix.normalize(posix.join(inside, given.split(sep).join("/")));
  if (given === "" || given.startsWith("/") || path === ".." || path.startsWith("../"))
    throw new Error(`${shown(given)} is no path inside the repository; write it from the folder you are in`);
  return path === "." ? "./" : path;
}

interface PathOwned {
  readonly path: string;
  /** As written, any one of them may approve; none: nobody can. */
  readonly owners: readonly string[];
  readonly rule: { readonly line: number; readonly pattern: string } | null;
}

function pathOwned(path: string, file: CodeownersFile | undefined): PathOwned {
  const rule = file === undefined ? undefined : ruleFor(file.codeowners, path);
  if (rule === undefined) return { path, owners: [], rule: null };
  return { path, owners: rule.owners, rule: { line: rule.line, pattern: rule.pattern } };
}

/** How many lines of a file are told of: of three megabytes all could be wrong. */
const TOLD = 100;

function problemsOf(file: CodeownersFile | undefined): {
  invalid: Problem[];
  doubtful: Problem[];
  more: number;
} {
  if (file === undefined) return { invalid: [], doubtful: [], more: 0 };
  const { path, codeowners } = file;
  const invalid = codeowners.invalid.slice(0, TOLD).map((each) => invalidProblem(path, each));
  const doubtful = codeowners.doubtful.slice(0, TOLD).map((each) => doubtfulProblem(path, each));
  const all = codeowners.invalid.length + codeowners.doubtful.length;
  return { invalid, doubtful, more: all - invalid.length - doubtful.length };
}

function line({ path, owners: names, rule }: PathOwned, file: CodeownersFile | undefined): string {
  const shownPath = plain(path, { form: "name" });
  if (file === undefined)
    return `${shownPath}: unowned: there is no CODEOWNERS file (${CODEOWNERS_LOCATIONS.join(", ")})`;
  if (rule === null) return `${shownPath}: unowned: no line of ${file.path} matches it`;
  const by = `${file.path}:${rule.line}: ${plain(rule.pattern, { form: "name" })}`;
  if (names.length === 0) return `${shownPath}: unowned by ${by}`;
  return `${shownPath}: ${names.map((name) => plain(name, { form: "name" })).join(" ")} by ${by}`;
}
