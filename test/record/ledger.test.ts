import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChangeDraft, Entry } from "../../src/core/record/entry.ts";
import { readLedger } from "../../src/core/record/ledger.ts";
import { timeText } from "../../src/core/record/time.ts";
import { linesAfter, World } from "./world.ts";
import { HISTORIES } from "./histories.ts";

/** A thousand entries, made of those of a few histories. */
function longRecord(): { text: string; entries: readonly Entry[] } {
  const world = new World();
  const drafts = HISTORIES.slice(0, 12).flatMap(({ start, people, steps }) => {
    const other = new World(start, people);
    return steps.flatMap((step) => other.land(step));
  });
  const [adoption] = world.entries;
  if (adoption?.kind !== "adoption") throw new Error("no adoption");
  const last = new Map(adoption.files.map(({ file, digest }) => [file, digest]));
  const many = Array.from({ length: 999 }, (_, at): ChangeDraft => {
    const {
      sequence: _sequence,
      previous: _previous,
      hash: _hash,
      cut: _cut,
      ...draft
    } = drafts[at % drafts.length]!;
    const before = last.get(draft.file) ?? null;
    const after = `sha256:${at.toString(16).padStart(64, "0")}`;
    last.set(draft.file, after);
    return { ...draft, commit: at.toString(16).padStart(40, "0"), before, after };
  });
  const text = world.text + linesAfter(world.entries, many);
  return { text, entries: readLedger(text).entries };
}

const { text, entries } = longRecord();
const lines = text.split("\n").slice(0, -1);
const where = fc.nat(lines.length - 1);
const joined = (changed: readonly string[]) => changed.map((line) => `${line}\n`).join("");
const faultsOf = (changed: readonly string[]) => readLedger(joined(changed)).faults;

describe("a record of 1,000 entries", () => {
  it("is read whole, each entry linked to the one before", () => {
    expect(readLedger(text).faults).toEqual([]);
    expect(entries).toHaveLength(1000);
  });

  it("names the line of which any character is another one", () => {
    const flip = fc.tuple(
      where,
      fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      fc.string({ minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(flip, ([at, part, other]) => {
        const line = lines[at]!;
        const place = Math.floor(part * line.length);
        fc.pre(line[place] !== other && other !== "\n");
        const flipped = line.slice(0, place) + other + line.slice(place + 1);
        expect(faultsOf(lines.with(at, flipped))[0]?.line).toBe(at + 1);
      }),
      { numRuns: 60 },
    );
  });

  it("names the line from which one is lost, but the last", () => {
    fc.assert(
      fc.property(fc.nat(lines.length - 2), (at) => {
        expect(faultsOf(lines.toSpliced(at, 1))[0]?.line).toBe(at + 1);
      }),
      { numRuns: 30 },
    );
  });

  it("names the line that is there twice, wherever the other one stands", () => {
    fc.assert(
      fc.property(where, fc.nat(lines.length), (from, to) => {
        fc.pre(to !== from);
        const [fault] = faultsOf(lines.toSpliced(to, 0, lines[from]!));
        // Right behind itself, it is the second of the two that is too much.
        expect(fault?.line).toBe(to + 1);
      }),
      { numRuns: 30 },
    );
  });

  it("names the first of two lines that change places", () => {
    fc.assert(
      fc.property(where, where, (one, other) => {
        fc.pre(one !== other);
        const swapped = lines.with(one, lines[other]!).with(other, lines[one]!);
        expect(faultsOf(swapped)[0]?.line).toBe(Math.min(one, other) + 1);
      }),
      { numRuns: 30 },
    );
  });

  it("names a line that is put in, be it blank, a text, or an entry of another record", () => {
    const other = linesAfter(entries.slice(0, 1), [
      { ...(entries[1] as ChangeDraft), committed: "2020-01-01T00:00:00Z" },
    ]).trimEnd();
    fc.assert(
      fc.property(fc.nat(lines.length), fc.constantFrom("", "{}", "null", " ", "\r", other), (at, line) => {
        fc.pre(line !== other || at > 1);
        expect(faultsOf(lines.toSpliced(at, 0, line))[0]?.line).toBe(at + 1);
      }),
      { numRuns: 30 },
    );
  });

  it("names the line that was cut", () => {
    expect(readLedger(text.slice(0, -1)).faults.map(({ line }) => line)).toContain(1000);
    expect(readLedger(text.slice(0, -20)).faults.map(({ line }) => line)).toContain(1000);
  });

  it("trusts no entry from the first that is wrong on", () => {
    expect(readLedger(joined(lines.with(500, "{}"))).entries).toEqual(entries.slice(0, 500));
  });
});

it.each(["", "\n", "null\n", '{"kind":"change"}\n', `${"[".repeat(100_000)}\n`])(
  "what is no record says so (%#)",
  (other) => {
    expect(readLedger(other).faults).not.toEqual([]);
    expect(readLedger(other).entries).toEqual([]);
  },
);

it("a record that does not begin with an adoption is broken", () => {
  expect(readLedger(joined(lines.slice(1))).faults[0]).toMatchObject({ line: 1 });
});

it("what is appended twice is there once", () => {
  expect(linesAfter(entries, entries.slice(1))).toBe("");
});

it("times are written as RFC 3339 does, whatever the day", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
      const expected = new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
      expect(timeText(seconds * 1000)).toBe(expected);
    }),
  );
});
