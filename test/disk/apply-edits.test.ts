import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type * as fs from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { applyEdits } from "../../src/disk/apply-edits.ts";
import { folderWith, pathsIn } from "./folder.ts";

// The real file system, but for what a test can't make it do as root: fail at one certain step.
const fault = vi.hoisted(() => ({ renames: Infinity }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof fs>();
  const rename: typeof real.rename = async (from, to) => {
    fault.renames -= 1;
    if (fault.renames === 0) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    await real.rename(from, to);
  };
  return { ...real, rename };
});
afterEach(() => {
  fault.renames = Infinity;
});

const A = { path: "cards/a.yaml", before: "a: 1\n", after: "a: 2\n" };
const B = { path: "grants/b.yaml", before: "b: 1\n", after: "b: 2\n" };
const both = (): string => folderWith({ [A.path]: A.before, [B.path]: B.before });

function textsIn(folder: string): string[] {
  return [A, B].map(({ path }) => readFileSync(join(folder, path), "utf8"));
}

describe("applyEdits", () => {
  test("writes all edits, byte for byte, and leaves nothing beside them", async () => {
    const folder = folderWith({ [A.path]: "\uFEFFa: 1\r\n", [B.path]: B.before });
    const first = { ...A, before: "\uFEFFa: 1\r\n", after: "\uFEFFa: \u{1f600}\r\n" };
    expect(await applyEdits(folder, [first, B])).toEqual({ ok: true });
    expect(textsIn(folder)).toEqual([first.after, B.after]);
    expect(pathsIn(folder)).toEqual(["cards", A.path, "grants", B.path]);
  });

  test("makes a new file, and its folder", async () => {
    const folder = folderWith();
    expect(await applyEdits(folder, [{ ...A, before: undefined }])).toEqual({ ok: true });
    expect(readFileSync(join(folder, A.path), "utf8")).toBe(A.after);
  });

  test("keeps a file's mode", async () => {
    const folder = both();
    chmodSync(join(folder, A.path), 0o640);
    chmodSync(join(folder, B.path), 0o666);
    await applyEdits(folder, [A, B]);
    expect([A, B].map(({ path }) => statSync(join(folder, path)).mode & 0o7777)).toEqual([0o640, 0o666]);
  });

  test("writes none when one file is no longer what its edit was made from", async () => {
    const folder = both();
    writeFileSync(join(folder, B.path), "b: 3\n");
    expect(await applyEdits(folder, [A, B])).toEqual({ ok: false, path: B.path, why: "changed" });
    expect(textsIn(folder)).toEqual([A.before, "b: 3\n"]);
    expect(pathsIn(folder)).toEqual(["cards", A.path, "grants", B.path]);
  });

  test("writes none when a new file is there already, or an old one is gone", async () => {
    const folder = folderWith({ [A.path]: A.before });
    const made = { path: "cards/b.yaml", before: undefined, after: "b\n" };
    expect(await applyEdits(folder, [made, { ...A, before: undefined }])).toEqual({
      ok: false,
      path: A.path,
      why: "exists",
    });
    expect(await applyEdits(folder, [A, B])).toEqual({ ok: false, path: B.path, why: "missing" });
    expect(pathsIn(folder)).toEqual(["cards", A.path]);
    expect(readFileSync(join(folder, A.path), "utf8")).toBe(A.before);
  });

  test("follows no link: not of the file, not of its folder", async () => {
    const outside = both();
    const folder = folderWith();
    mkdirSync(join(folder, "grants"));
    symlinkSync(join(outside, "cards"), join(folder, "cards"));
    symlinkSync(join(outside, B.path), join(folder, B.path));
    for (const edit of [A, B, { ...A, path: "cards/new.yaml", before: undefined }]) {
      expect(await applyEdits(folder, [edit])).toEqual({ ok: false, path: edit.path, why: "not-a-file" });
    }
    expect(textsIn(outside)).toEqual([A.before, B.before]);
    expect(readlinkSync(join(folder, B.path))).toBe(join(outside, B.path));
  });

  test.each([1, 2])("takes everything back when rename %i fails", async (which) => {
    const folder = both();
    fault.renames = which;
    await expect(applyEdits(folder, [A, B])).rejects.toThrow("no space");
    expect(textsIn(folder)).toEqual([A.before, B.before]);
    expect(pathsIn(folder)).toEqual(["cards", A.path, "grants", B.path]);
  });

  test("takes a new file back when the next one fails", async () => {
    const folder = folderWith({ [B.path]: B.before });
    fault.renames = 2;
    await expect(applyEdits(folder, [{ ...A, before: undefined }, B])).rejects.toThrow("no space");
    expect(pathsIn(folder)).toEqual(["cards", "grants", B.path]);
  });

  test.each(["../x", "/etc/x", "cards/../../x", "cards//x", "cards\\..\\x", "."])(
    "refuses a path that leaves the folder: %j",
    async (path) => {
      const folder = folderWith();
      await expect(applyEdits(folder, [{ path, before: undefined, after: "" }])).rejects.toThrow(RangeError);
      expect(pathsIn(folder)).toEqual([]);
    },
  );

  test("refuses two edits of one file", async () => {
    const folder = both();
    await expect(applyEdits(folder, [A, A])).rejects.toThrow(RangeError);
    expect(textsIn(folder)).toEqual([A.before, B.before]);
  });
});
