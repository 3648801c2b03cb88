import * as fc from "fast-check";
import { expect, it } from "vitest";
import { GateCache } from "../../src/core/gate/gate-cache.ts";
import { registryAt, type RegistryAt } from "../../src/core/gate/registry-at.ts";
import { judged } from "./judging.ts";
import { claimsCard, REPOSITORY } from "./sample.ts";
import { pullOf, snapshotOf, withFiles } from "./scene.ts";
import { ROWS } from "./table.ts";

function texts(files: RegistryAt["cards"] | RegistryAt["grants"]) {
  return new Map(
    [...files].map(([name, { file, path, text, value }]) => [name, { file, path, text, value }]),
  );
}

/** What was read, without what is a function, and without an order that says nothing. */
function content({ cards, grants, problems, settings, folder, unread, owners, settingsFile }: RegistryAt) {
  const { rule: _rule, ...codeowners } = owners;
  return {
    cards: texts(cards),
    grants: texts(grants),
    problems,
    settings,
    folder,
    unread,
    codeowners,
    file: settingsFile?.file,
  };
}

const somePulls = fc.subarray([...ROWS], { minLength: 1, maxLength: 4 });

it("reads a commit that is near another one as if it knew nothing of that", () => {
  fc.assert(
    fc.property(somePulls, somePulls, (first, then) => {
      const from = withFiles(
        REPOSITORY,
        Object.assign({}, ...first.map(({ before, change }) => ({ ...before, ...change }))),
      );
      const to = withFiles(from, Object.assign({}, ...then.map(({ change }) => change)));
      const cache = new GateCache();
      const [near, head] = [snapshotOf(from, "near"), snapshotOf(to, "head")];
      const known = registryAt(head, cache, registryAt(near, cache));
      expect(content(known)).toEqual(content(registryAt(head, new GateCache())));
    }),
    { numRuns: 1000 },
  );
});

it("reads little of a commit that is near another one", () => {
  const cache = new GateCache();
  const near = registryAt(snapshotOf(REPOSITORY, "near"), cache);
  for (const { what, before, change, says } of ROWS) {
    if (before !== undefined || says === "refused") continue;
    const head = snapshotOf(withFiles(REPOSITORY, change), what);
    const touched = Object.keys(change);
    const kept = [...registryAt(head, cache, near).cards].filter(([, { file }]) => !touched.includes(file));
    if (head.folder !== "registry" || touched.includes("registry/toolcard.yaml")) continue;
    for (const [server, card] of kept) expect(card.value, what).toBe(near.cards.get(server)?.value);
  }
});

it("gives the same verdict whether the commits were read before or not", () => {
  const cache = new GateCache();
  for (const { what, before = {}, change } of ROWS) {
    const tree = withFiles(REPOSITORY, before);
    const [base, head] = [snapshotOf(tree, `base of ${what}`), snapshotOf(withFiles(tree, change), what)];
    const pull = pullOf(base, head);
    const cold = judged(pull, [base, head]);
    expect(judged(pull, [base, head], undefined, undefined, cache)).toEqual(cold);
    expect(judged(pull, [base, head], undefined, undefined, cache)).toEqual(cold);
  }
});

it.each([
  ["registry/cards/claims-tools.yaml", `# other\n${claimsCard}`],
  ["registry/toolcard.yaml", "labelBy: writer\n"],
  [".github/CODEOWNERS", "* @olga\n"],
])("takes %s for no more than unread where its content is not given, and looks again", (path, text) => {
  const cache = new GateCache();
  const near = snapshotOf(REPOSITORY, "near");
  const whole = snapshotOf(withFiles(REPOSITORY, { [path]: text }), "one");
  const file = whole.files.get(path);
  if (file?.kind !== "file") throw new Error("no such file");
  const files = new Map(whole.files).set(path, { kind: "file", blob: file.blob });
  for (const from of [undefined, registryAt(near, new GateCache())]) {
    expect(registryAt({ ...whole, files }, cache, from).unread).toEqual([path]);
  }
  expect(judged(pullOf(near, whole), [near, { ...whole, files }])).toMatchObject({
    kind: "refused",
    title: expect.stringContaining("could not be read"),
  });
  const later = registryAt(whole, cache);
  expect(content(later)).toEqual(content(registryAt(whole, new GateCache())));
  expect(later.unread).toEqual([]);
});

function textWithMore(path: string): string {
  const text = REPOSITORY[path];
  if (typeof text !== "string") throw new Error(`no text: ${path}`);
  return `${text}# more\n`;
}

it.each([
  "registry/cards/claims-tools.yaml",
  "registry/grants/intake-bot.yaml",
  "registry/toolcard.yaml",
  ".github/CODEOWNERS",
  ".github/toolcard.yml",
])("remembers nothing of a commit whose %s was not given", (path) => {
  const tree = withFiles(REPOSITORY, {
    [path]: path.endsWith(".yml") ? "registry: registry\n" : textWithMore(path),
  });
  const whole = snapshotOf(tree, "head");
  const files = new Map(
    [...whole.files].map(([file, at]) => {
      return [file, file === path && at.kind === "file" ? { kind: at.kind, blob: at.blob } : at] as const;
    }),
  );
  for (const nearer of [true, false]) {
    const cache = new GateCache();
    const near = nearer ? registryAt(snapshotOf(REPOSITORY, "near"), cache) : undefined;
    expect(registryAt({ ...whole, files }, cache, near).unread).toEqual([path]);
    expect(content(registryAt(whole, cache, near))).toEqual(content(registryAt(whole, new GateCache())));
  }
});
