import type { ErrorObject } from "ajv/dist/2020.js";
import { isObject } from "../json/value.ts";
import { pointTo } from "../json/pointer.ts";

/** What a schema checks, as ajv reports it with `verbose`. */
export type ShapeError = ErrorObject<string, Record<string, unknown>>;

/**
 * The errors that say something to a person: of a choice (`oneOf`), those of the branch that was meant, and no second
 * error about a value whose type is wrong already.
 */
export function tellingErrors(errors: readonly ShapeError[]): ShapeError[] {
  const kept: ShapeError[] = [];
  for (const error of errors) {
    if (error.keyword !== "oneOf") kept.push(error);
    else kept.push(...meantBranch(error, takeBranches(error, kept)));
  }
  const wrongType = new Set(
    kept.filter((error) => error.keyword === "type").map((error) => error.instancePath),
  );
  return kept.filter(({ keyword, instancePath, params }) => {
    // That the key is missing is told by \`required\`.
    if (keyword === "discriminator") return params["tagValue"] !== undefined;
    return (keyword !== "enum" && keyword !== "oneOf") || !wrongType.has(instancePath);
  });
}

/** Takes the errors of a choice's branches from the end of the list: ajv reports them right before the choice itself. */
function takeBranches(choice: ShapeError, kept: ShapeError[]): ShapeError[] {
  const taken: ShapeError[] = [];
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    const inBranch = last.schemaPath.startsWith(`${choice.schemaPath}/`);
    const inValue = `${last.instancePath}/`.startsWith(`${choice.instancePath}/`);
    if (!inBranch || !inValue) break;
    taken.unshift(last);
    kept.pop();
  }
  return taken;
}

/** The errors of the branch with the fewest of them: the one that somebody most likely meant. */
function meantBranch(choice: ShapeError, branchErrors: readonly ShapeError[]): readonly ShapeError[] {
  // At the root of a card the choice itself is what matters: remote, package or command.
  if (choice.instancePath === "" || branchErrors.length === 0) return [choice];
  const branches = new Map<string, ShapeError[]>();
  for (const error of branchErrors) {
    const branch = error.schemaPath.slice(choice.schemaPath.length + 1).split("/", 1)[0] ?? "";
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  let meant: readonly ShapeError[] = branchErrors;
  for (const errors of branches.values()) if (errors.length < meant.length) meant = errors;
  return meant;
}

/** How many entries the lists of one file may have in all; a file of a megabyte could have 300,000, each with faults. */
const MOST_ENTRIES = 20_000;

/**
 * Where the list is that makes the entries of a file too many, if they are: the lists inside a tool don't count, as
 * nothing of ours is said about them.
 */
export function tooManyEntries(value: unknown): string | undefined {
  let entries = 0;
  const rest = [{ pointer: "", value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const at = next;
    if (Array.isArray(at.value)) {
      entries += at.value.length;
      if (entries > MOST_ENTRIES) return at.pointer;
      if (at.pointer === "/tools") continue;
    } else if (!isObject(at.value)) continue;
    for (const [key, inner] of Object.entries(at.value)) {
      if (typeof inner === "object") rest.push({ pointer: pointTo(at.pointer, key), value: inner });
    }
  }
  return undefined;
}
