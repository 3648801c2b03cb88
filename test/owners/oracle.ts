/**
 * Whether a pattern of CODEOWNERS owns a path, written for these tests from research and GitHub's page alone: plain
 * recursion over strings, exponential, and sharing nothing with the matcher it judges.
 */
export function owns(pattern: string, names: readonly string[]): boolean {
  if (pattern === "/" || pattern.includes("***") || /[^/]\/\/|^\/\/|\/\/$/.test(pattern)) return false;
  const folder = pattern.endsWith("/");
  const inside = pattern.slice(0, folder ? -1 : undefined);
  const segments = inside.replace(/^\//, "").split("/");
  if (segments.includes("")) return false;
  if (!inside.includes("/")) segments.unshift("**");
  if (folder) segments.push("**");
  return below(segments, names);
}

function below([first, ...others]: readonly string[], names: readonly string[]): boolean {
  if (first === undefined) return true;
  if (first === "**") {
    if (others.length === 0) return names.length > 0;
    return below(others, names) || (names.length > 0 && below([first, ...others], names.slice(1)));
  }
  const [name, ...rest] = names;
  if (name === undefined || !glob(first, name)) return false;
  return first === "*" && others.length === 0 ? rest.length === 0 : below(others, rest);
}

function glob(pattern: string, name: string): boolean {
  if (pattern === "") return name === "";
  if (pattern.startsWith("*"))
    return glob(pattern.slice(1), name) || (name !== "" && glob(pattern, name.slice(1)));
  if (name === "") return false;
  if (pattern.startsWith("?")) return glob(pattern.slice(1), name.slice(1));
  const literal = pattern.startsWith("\\") ? pattern.slice(1) : pattern;
  return literal[0] === name[0] && glob(literal.slice(1), name.slice(1));
}
