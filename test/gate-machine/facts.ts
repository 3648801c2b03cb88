import type {
  CardModel,
  Content,
  EnrolmentModel,
  GrantsModel,
  SettingsModel,
  ToolModel,
  Tree,
} from "./content.ts";
import { same } from "./history.ts";

// What a pull request widens, by DESIGN's two tables and nothing else. It compares the small values that the files were
// written from, so it can't be wrong in the way a parser or a schema comparison can.

/** Something that needs the label: in which file, and whose owners must allow it. */
export interface Widened {
  readonly what: string;
  readonly file: string;
  readonly needs: readonly string[];
}

/** What of the settings says what else needs the label. */
type Rules = Pick<SettingsModel, "output" | "undeclared" | "wording" | "behaviour">;

export const CODEOWNERS_PLACES = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

export const DEFAULTS: SettingsModel = {
  kind: "settings",
  label: "widens-scope",
  labelBy: "owner",
  output: "label",
  undeclared: "note",
  wording: "note",
  behaviour: "note",
  maxAge: 60,
  comment: 0,
};

/** Settings that can't be read may have said anything: the strictest stand in, and whatever can be read is looser. */
const STRICTEST: SettingsModel = {
  ...DEFAULTS,
  output: "label",
  undeclared: "label",
  wording: "label",
  behaviour: "label",
  maxAge: Number.NaN,
};

interface Filed<Model> {
  readonly path: string;
  readonly model: Model;
}

interface View {
  readonly folder: string | undefined;
  readonly cards: readonly Filed<CardModel>[];
  readonly grants: readonly Filed<GrantsModel>[];
  readonly settings: SettingsModel;
}

/** The registry of a commit: what is valid by itself. */
export function viewOf(tree: Tree): View {
  const folder = folderIn(tree);
  const cards: Filed<CardModel>[] = [];
  const grants: Filed<GrantsModel>[] = [];
  for (const [path, content] of tree) {
    const name = folder === undefined ? undefined : nameIn(folder, path);
    if (content.kind === "card" && name?.folder === "cards" && name.name === content.server)
      cards.push({ path, model: content });
    if (content.kind === "grants" && name?.folder === "grants" && name.name === content.agent)
      grants.push({ path, model: content });
  }
  const ids = cards.map(({ model }) => model.id);
  const single = cards.filter(({ model }) => ids.filter((id) => id === model.id).length === 1);
  return { folder, cards: single, grants, settings: settingsIn(tree) };
}

function folderIn(tree: Tree): string | undefined {
  const file = tree.get(".github/toolcard.yml");
  if (file === undefined) return "registry";
  return file.kind === "folder" ? file.registry : undefined;
}

export function settingsIn(tree: Tree): SettingsModel {
  const folder = folderIn(tree);
  const file = tree.get(`${folder ?? ""}/toolcard.yaml`);
  if (file?.kind === "settings") return file;
  return folder === undefined || file !== undefined ? STRICTEST : DEFAULTS;
}

function nameIn(folder: string, path: string): { folder: string; name: string } | undefined {
  const [, sub, name] = /^(cards|grants)\/([^/]+)\.yaml$/.exec(path.slice(folder.length + 1)) ?? [];
  if (!path.startsWith(`${folder}/`) || sub === undefined || name === undefined) return undefined;
  return { folder: sub, name };
}

/** Who owns a path: by the last line that fits, of the first CODEOWNERS that is there. */
export function ownersIn(tree: Tree, path: string): readonly string[] {
  const file = tree.get(placeIn(tree) ?? "");
  if (file?.kind !== "owners") return [];
  const line = file.lines.findLast(
    (each) =>
      each.path === "*" ||
      each.path === `/${path}` ||
      (each.path.endsWith("/") && `/${path}`.startsWith(each.path)),
  );
  return line?.owners ?? [];
}

function placeIn(tree: Tree): string | undefined {
  return CODEOWNERS_PLACES.find((place) => tree.has(place));
}

/** The files that decide what is permitted and who may say so. */
function deciding(tree: Tree): string[] {
  const folder = folderIn(tree);
  return [...tree.keys()].filter((path) => {
    const content = tree.get(path);
    if (path === ".github/toolcard.yml" || CODEOWNERS_PLACES.includes(path)) return true;
    if (content?.kind === "workflow") return content.toolcard;
    if (folder === undefined || !path.startsWith(`${folder}/`)) return false;
    return path === `${folder}/toolcard.yaml` || nameIn(folder, path) !== undefined;
  });
}

/** What is wrong with a registry that came from another; undefined when nothing is. */
export function whyInvalid(before: Tree, after: Tree): string | undefined {
  const folder = folderIn(after);
  if (folder === undefined) return "where the registry is can't be read";
  for (const path of deciding(after)) {
    if (path.startsWith(`${folder}/`) && after.get(path)?.kind === "broken") return `${path} is broken`;
  }
  const cards = [...after].flatMap(([path, content]): Filed<CardModel>[] =>
    content.kind === "card" && path.startsWith(`${folder}/cards/`) ? [{ path, model: content }] : [],
  );
  for (const { path, model } of cards) {
    if (path !== `${folder}/cards/${model.server}.yaml`) return `${path} is of ${model.server}`;
    if (cards.some((other) => other.path !== path && other.model.id === model.id))
      return `${path} shares its id`;
  }
  for (const [path, content] of after) {
    if (content.kind !== "grants" || !path.startsWith(`${folder}/grants/`)) continue;
    if (path !== `${folder}/grants/${content.agent}.yaml`) return `${path} is of ${content.agent}`;
    const wrong = content.enrolments.find((enrolment) => !stands(enrolment, cards));
    if (wrong !== undefined) return `${path} grants on ${wrong.server} what is not there`;
  }
  const lowered = cards.find(({ model }) =>
    viewOf(before).cards.some(
      (old) =>
        old.model.server === model.server && old.model.id === model.id && old.model.revision > model.revision,
    ),
  );
  return lowered === undefined ? undefined : `${lowered.path} has a lower revision`;
}

function stands(enrolment: EnrolmentModel, cards: readonly Filed<CardModel>[]): boolean {
  const card = cards.find(({ model }) => model.server === enrolment.server)?.model;
  if (card === undefined || card.id !== enrolment.id) return false;
  return enrolment.grants.every(({ tool }) => card.tools.some(({ name }) => name === tool));
}

/** All that needs the label between two states of a repository, under the rules of some settings. */
export function widened(before: Tree, after: Tree, rules: Rules): Widened[] {
  const [old, now] = [viewOf(before), viewOf(after)];
  return [
    ...now.cards.flatMap((card) => cardWidened(old, card, rules)),
    ...now.cards.flatMap((card) => addressWidened(old, now, card)),
    ...now.grants.flatMap((file) => grantsWidened(old, now, file)),
    ...settingsWidened(old, now),
    ...ownersWidened(before, after),
    ...workflowsWidened(before, after),
  ];
}

function cardWidened(old: View, { path, model }: Filed<CardModel>, rules: Rules): Widened[] {
  const add = (what: string): Widened => ({ what: `${model.server}: ${what}`, file: path, needs: [path] });
  const was = old.cards.find((each) => each.model.server === model.server);
  if (was === undefined) return [add("a card is added")];
  const before = was.model;
  const found: Widened[] = [];
  if (was.path !== path) found.push(add("moved"));
  if (before.id !== model.id) found.push(add(`id ${before.id} to ${model.id}`));
  if (before.url !== model.url) found.push(add(`url ${before.url} to ${model.url}`));
  if (before.suspended && !model.suspended) found.push(add("no longer suspended"));
  for (const name of before.retired)
    if (!model.retired.includes(name)) found.push(add(`${name} not retired`));
  if (before.notes !== model.notes && rules.wording === "label")
    found.push(add(`notes ${before.notes} to ${model.notes}`));
  for (const tool of model.tools) {
    const other = before.tools.find(({ name }) => name === tool.name);
    if (other === undefined) found.push(add(`tool ${tool.name} added`));
    else found.push(...toolWidened(other, tool, rules).map((what) => add(`${tool.name}: ${what}`)));
  }
  return found;
}

/** A changed card that leads where another does, as it did not before: who calls the one may get round the other. */
function addressWidened(old: View, now: View, { path, model }: Filed<CardModel>): Widened[] {
  const before = old.cards.find((each) => each.model.server === model.server)?.model;
  if (same(before, model)) return [];
  const urlOf = (view: View, server: string): number | undefined =>
    view.cards.find((each) => each.model.server === server)?.model.url;
  const others = now.cards.filter((each) => {
    const { server, url } = each.model;
    if (server === model.server || url !== model.url) return false;
    const was = urlOf(old, server);
    return was === undefined || was !== urlOf(old, model.server);
  });
  if (others.length === 0) return [];
  const names = others.map((each) => each.model.server).toSorted();
  return [{ what: `${model.server}: the address of ${names.join()}`, file: path, needs: [path] }];
}

function toolWidened(before: ToolModel, after: ToolModel, rules: Rules): string[] {
  const found: string[] = [];
  const more = after.fields.some((field) => !before.fields.includes(field));
  const fewer = before.fields.some((field) => !after.fields.includes(field));
  const longer = after.maxLength > before.maxLength;
  // Open world: what a schema that isn't closed lets through beside what it declares, and of what type that must be.
  const looser = !after.closed && (before.closed || fewer);
  if (more || longer || (looser && rules.undeclared === "label"))
    found.push(`input ${inputOf(before)} to ${inputOf(after)}`);
  if (after.outputs.some((field) => !before.outputs.includes(field)) && rules.output === "label")
    found.push(`output ${before.outputs.join()} to ${after.outputs.join()}`);
  if (before.readOnly && !after.readOnly) found.push("no longer reads only");
  if (before.description !== after.description && rules.wording === "label")
    found.push(`description ${before.description} to ${after.description}`);
  if (before.fallback !== after.fallback && rules.behaviour === "label")
    found.push(`default ${before.fallback} to ${after.fallback}`);
  return found;
}

function inputOf({ fields, maxLength, closed }: ToolModel): string {
  return JSON.stringify([[...fields].toSorted(), maxLength, closed]);
}

function grantsWidened(old: View, now: View, { path, model }: Filed<GrantsModel>): Widened[] {
  const was = old.grants.find((each) => each.model.agent === model.agent)?.model;
  const found: Widened[] = [];
  for (const { server, id, grants } of model.enrolments) {
    const card = now.cards.find((each) => each.model.server === server)?.path;
    const add = (what: string): Widened => ({
      what: `${model.agent}: ${what} on ${server} ${id}`,
      file: path,
      needs: card === undefined ? [path] : [path, card],
    });
    // What did not count before is new: an enrolment without its card, a grant of a tool that is not on it.
    const before = old.cards.find((each) => each.model.server === server && each.model.id === id)?.model;
    const enrolled = before && was?.enrolments.find((each) => each.server === server && each.id === id);
    if (enrolled === undefined) found.push(add("enrolled"));
    for (const { tool, job } of grants) {
      const isThere = before?.tools.some(({ name }) => name === tool) === true;
      const had = isThere && enrolled?.grants.some((each) => each.tool === tool && each.job === job) === true;
      if (!had) found.push(add(`${tool} for ${job}`));
    }
  }
  return found;
}

function settingsWidened(old: View, now: View): Widened[] {
  const found: Widened[] = [];
  if (valuesOf(old.settings) !== valuesOf(now.settings)) {
    const file = `${now.folder}/toolcard.yaml`;
    found.push({
      what: `settings ${valuesOf(old.settings)} to ${valuesOf(now.settings)}`,
      file,
      needs: [file],
    });
  }
  if (old.folder !== now.folder) {
    const file = ".github/toolcard.yml";
    found.push({ what: `folder ${old.folder} to ${now.folder}`, file, needs: [file] });
  }
  return found;
}

function valuesOf(settings: SettingsModel): string {
  return JSON.stringify({ ...settings, comment: 0 });
}

function ownersWidened(before: Tree, after: Tree): Widened[] {
  const file = placeIn(after) ?? placeIn(before) ?? "";
  return [...new Set([...deciding(before), ...deciding(after)])].flatMap((path) => {
    const [was, is] = [namesOf(ownersIn(before, path)), namesOf(ownersIn(after, path))];
    return was === is ? [] : [{ what: `owners of ${path}: ${was} to ${is}`, file, needs: [file] }];
  });
}

function namesOf(owners: readonly string[]): string {
  return [...new Set(owners.map((owner) => owner.toLowerCase()))].toSorted().join(" ");
}

function workflowsWidened(before: Tree, after: Tree): Widened[] {
  const paths = new Set(
    [...before.keys(), ...after.keys()].filter((path) => path.startsWith(".github/workflows/")),
  );
  return [...paths].flatMap((path) => {
    const [was, is] = [before.get(path), after.get(path)];
    if (same(was, is) || !(usesToolcard(was) || usesToolcard(is))) return [];
    return [{ what: `${path}: ${JSON.stringify(was)} to ${JSON.stringify(is)}`, file: path, needs: [path] }];
  });
}

function usesToolcard(content: Content | undefined): boolean {
  return content?.kind === "workflow" && content.toolcard;
}
