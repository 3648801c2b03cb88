/** One more step on a JSON pointer (RFC 6901): `~` and `/` in the key are escaped. */
export function pointTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The keys of a JSON pointer (RFC 6901), unescaped; none for the whole document. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
