/** Which operation a method and a path mean, by GitHub's own templates. */
import { describedOperation } from "./fixture.ts";
import { OPERATIONS } from "./operations.ts";

export type Route = { id: string; params: Record<string, string> };

type Template = { id: string; method: string; pattern: RegExp; names: string[]; literals: number };

/** Values that may hold slashes as they are. */
const LONG = new Set(["ref", "path", "basehead"]);

let templates: Template[] | undefined;

/** Literal parts first: `…/pulls/comments` is not pull request number "comments". */
function allTemplates(): Template[] {
  templates ??= Object.keys(OPERATIONS)
    .map(toTemplate)
    .toSorted((a, b) => b.literals - a.literals);
  return templates;
}

function toTemplate(id: string): Template {
  const { method, path } = describedOperation(id);
  const names: string[] = [];
  const parts = path.split("/").map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part;
    names.push(name);
    return name === "path" ? "(.*)" : LONG.has(name) ? "(.+)" : "([^/]+)";
  });
  const pattern = parts.join("/").replace("/(.*)", "(?:/(.*))?");
  return {
    id,
    method,
    names,
    pattern: new RegExp(`^${pattern}$`),
    literals: parts.length - names.length,
  };
}

/** The operation and the values in its path, decoded; undefined when none is modelled. */
export function findRoute(method: string, path: string): Route | undefined {
  for (const { id, method: its, pattern, names } of allTemplates()) {
    if (its !== method) continue;
    const found = pattern.exec(path);
    if (found === null) continue;
    const params: Record<string, string> = {};
    for (const [index, name] of names.entries()) params[name] = decodeURIComponent(found[index + 1] ?? "");
    return { id, params };
  }
  return undefined;
}
