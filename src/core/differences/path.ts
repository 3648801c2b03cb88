const PLAIN_NAME = /^[A-Za-z0-9_$-]+$/;

/** The path of a field inside another: `filter.name`. A name outside `[A-Za-z0-9_$-]+` is JSON-quoted (DESIGN §6). */
export function fieldPath(path: string, name: string): string {
  const step = PLAIN_NAME.test(name) ? name : JSON.stringify(name);
  return path === "" ? step : `${path}.${step}`;
}

/** The path of a list's items: `tags[]`. */
export function itemPath(path: string): string {
  return `${path}[]`;
}

/** The path of a map's values: `headers.*`. */
export function valuePath(path: string): string {
  return path === "" ? "*" : `${path}.*`;
}
