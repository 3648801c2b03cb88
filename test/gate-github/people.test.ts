import { afterEach, beforeEach, expect, test } from "vitest";
import type { PeopleQuestion, Standing } from "../../src/core/gate/people.ts";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import { PERMISSIONS, startGate, type GateScene, type PortWish } from "./scene.ts";

let scene: GateScene;
beforeEach(async () => {
  scene = await startGate();
  const { github, repo } = scene;
  github.team("acme", "owners", { members: ["olga"], pending: ["pete"] });
  github.team("acme", "juniors", { members: ["june"], parent: "owners" });
  repo.giveTeam("owners", "maintain");
  github.team("acme", "readers", { members: ["rita"] });
  repo.giveTeam("readers", "read");
  github.team("acme", "hidden", { members: ["hal"], secret: true });
  repo.giveTeam("hidden", "write");
  github.team("other", "owners", { members: ["olga"] });
  github.user("mona", { publicEmail: "Mona@example.com" });
  repo.collaborator("mona", "maintain");
  repo.collaborator("rob", "read");
});
afterEach(() => scene.github.close());

const is = async (question: PeopleQuestion, wish: PortWish = {}): Promise<Standing> => {
  const [standing] = await scene.portOf({ memory: createGateMemory(), ...wish }).people([question], false);
  return standing ?? { is: "no" };
};
const owner = (login: string, named: string): PeopleQuestion => ({ kind: "is-owner", login, owner: named });

test.each([
  ["alice", "yes"],
  ["ALICE", "yes"],
  ["bob", "yes"],
  ["mona", "yes"],
  ["tina", "no"],
  ["rob", "no"],
  ["stranger", "unknown"],
  ["toolcard[bot]", "no"],
  ["../alice", "unknown"],
])("whether %s may write here: %s", async (login, answer) => {
  expect(await is({ kind: "may-write", login })).toMatchObject({ is: answer });
});

const OWNERS = [
  ["the same person, in another letter case", "Bob", "@bob", "yes"],
  ["somebody else", "bob", "@alice", "no"],
  ["a person who may only triage", "tina", "@tina", "no"],
  ["a member of the team", "olga", "@Acme/Owners", "yes"],
  ["a member of a team below it", "june", "@acme/owners", "yes"],
  ["a member of a team below one that may write", "june", "@acme/juniors", "yes"],
  ["somebody who was invited and has not answered", "pete", "@acme/owners", "no"],
  ["no member", "bob", "@acme/owners", "no"],
  ["a member of a team that may only read", "rita", "@acme/readers", "unknown"],
  ["a member of a secret team", "hal", "@acme/hidden", "unknown"],
  ["a member of another organization's team of that name", "olga", "@other/owners", "unknown"],
  ["anybody, of a team that is not there", "olga", "@acme/nobody", "unknown"],
  ["whoever shows the address on the profile", "mona", "mona@example.com", "yes"],
  ["somebody who does not show the address", "bob", "bob@example.com", "unknown"],
  ["anybody, of what is no owner", "bob", "bob", "unknown"],
] as const;

const isTeamQuery = ({ body }: { body: unknown }): boolean =>
  JSON.stringify(body).includes("organization(login");

test.each(OWNERS.flatMap((row) => [[...row, "in one query"] as const, [...row, "by REST alone"] as const]))(
  "an owner is: %s (%s of %s: %s), %s",
  async (_, login, named, answer, way) => {
    if (way !== "in one query") scene.github.failWhen(isTeamQuery, { kind: "status", status: 502 }, 9);
    const standing = await is(owner(login, named), { client: { retries: 0 } });
    expect(standing).toMatchObject({ is: answer });
    if (standing.is === "unknown") expect(standing.why).toMatch(/^[A-Za-z][\w ',;:./&-]+$/);
  },
);

test("a token that can't read teams says so, and what would", async () => {
  const { github, repo, portOf } = scene;
  const { members: _, ...less } = PERMISSIONS;
  for (const token of [
    github.actionsToken(repo, PERMISSIONS),
    github.app({ slug: "less", permissions: less }).install("acme").token(),
  ]) {
    const port = portOf({ token, memory: createGateMemory() });
    const [team, person] = await port.people([owner("olga", "@acme/owners"), owner("bob", "@bob")], true);
    expect(team).toMatchObject({ is: "unknown" });
    expect(team?.is === "unknown" && team.why).toContain("Members: read");
    expect(person).toEqual({ is: "yes" });
  }
});

test.each(["get-membership", "check-permissions-for-repo", "get-by-name"])(
  "an owner is unknown, never none, when GitHub fails at %s",
  async (operation) => {
    const { github, portOf } = scene;
    const port = portOf({ memory: createGateMemory(), client: { retries: 0 } });
    github.failWhen((call) => call.operation.includes(operation), { kind: "status", status: 503 });
    github.failWhen(isTeamQuery, { kind: "status", status: 502 });
    expect(await port.people([owner("olga", "@acme/owners")], false)).toMatchObject([{ is: "unknown" }]);
    // What could not be told is asked again; what could is not.
    expect(await port.people([owner("olga", "@acme/owners")], false)).toEqual([
      { is: "unknown", why: expect.any(String) as string },
    ]);
    await port.pullRequest(1);
    expect(await port.people([owner("olga", "@acme/owners")], false)).toEqual([{ is: "yes" }]);
  },
);

test("answers are good for five minutes, and never older than the evaluation where they must be fresh", async () => {
  const { github, repo, portOf } = scene;
  let time = 0;
  const memory = createGateMemory({ now: () => time });
  const question: PeopleQuestion = { kind: "may-write", login: "bob" };
  const calls = (): number =>
    github.calls().filter(({ operation }) => operation.includes("permission-level")).length;
  const port = portOf({ memory });
  expect(await port.people([question, question], true)).toEqual([{ is: "yes" }, { is: "yes" }]);
  await port.people([question], true);
  expect(calls()).toBe(1);
  repo.collaborator("bob", "read");
  time = 299_000;
  await port.pullRequest(1);
  expect(await port.people([question], false)).toEqual([{ is: "yes" }]);
  expect(calls()).toBe(1);
  expect(await port.people([question], true)).toEqual([{ is: "no" }]);
  expect(calls()).toBe(2);
  time += 301_000;
  await portOf({ memory }).people([question], false);
  expect(calls()).toBe(3);
});

test("an answer of one repository is none of another", async () => {
  const { github, portOf } = scene;
  const other = github.repository("acme/other");
  other.collaborator("bob", "read");
  const memory = createGateMemory();
  const question: PeopleQuestion = { kind: "may-write", login: "bob" };
  expect(await portOf({ memory }).people([question], false)).toEqual([{ is: "yes" }]);
  const elsewhere = portOf({ memory, client: { repository: "acme/other" } });
  expect(await elsewhere.people([question], false)).toEqual([{ is: "no" }]);
});

test("so many questions that they would take too many calls are unknown at the end", async () => {
  const questions = Array.from({ length: 250 }, (_, n): PeopleQuestion => ({
    kind: "may-write",
    login: `user-${n}`,
  }));
  const before = scene.github.calls().length;
  const standings = await scene.port.people([{ kind: "may-write", login: "bob" }, ...questions], false);
  expect(standings).toHaveLength(251);
  expect(standings[0]).toEqual({ is: "yes" });
  expect(standings.at(-1)).toMatchObject({
    is: "unknown",
    why: expect.stringContaining("too many") as string,
  });
  expect(scene.github.calls(before)).toHaveLength(200);
});
