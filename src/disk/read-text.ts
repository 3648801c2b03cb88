import { readFile, stat } from "node:fs/promises";

/**
 * Reads a file that a command line names, as UTF-8 text; a byte order mark stays in it. Bytes that are no UTF-8 are an
 * error: replaced, two texts that differ would read alike.
 * @param shown how errors name the file
 * @throws Error when it is larger than `mostBytes` or no UTF-8; the file system's error when it can't be read
 */
export async function readText(path: string, shown: string, mostBytes: number): Promise<string> {
  if ((await stat(path)).size > mostBytes)
    throw new Error(`${shown}: larger than ${mostBytes / 2 ** 20} MiB`);
  const bytes = await readFile(path);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(`${shown}: this is not UTF-8; save it as UTF-8`);
  }
}
