import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Writes a file whole: whoever reads it meanwhile gets the old text or the new one. @throws the file system's error */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = await writeBeside(path, text);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes a text to a new file beside another, down to the disk, and gives its path. */
export async function writeBeside(target: string, text: string, mode?: number): Promise<string> {
  // No ending of ours: a reader of the folder passes it over.
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const handle = await open(temporary, "wx");
    try {
      if (mode !== undefined) await handle.chmod(mode);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return temporary;
}
