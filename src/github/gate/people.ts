import { questionKey, type PeopleQuestion, type Standing } from "../../core/gate/people.ts";
import { readOwner, type Owner } from "../../core/owners/owner.ts";
import type { GateClient } from "./client.ts";
import { keyIn, type GateMemory } from "./memory.ts";
import { mayWrite, showsAddress, teamIsIn, teamIsVisible, teamMayWrite, type Asking } from "./standing.ts";
import { isShownAsOwner } from "./team-shown.ts";

/** What is known of people is good for so long. */
const GOOD_FOR = 5 * 60_000;
/** So many calls are made for one round of questions; what would take more is unknown. */
const MOST_CALLS = 200;

const YES: Standing = { is: "yes" };
const NO: Standing = { is: "no" };
const NOT_SHOWN: Standing = { is: "unknown", why: "one query does not show it" };

/** How to ask: `since` is the tick of the memory after which an answer is fresh. */
export interface Freshness {
  readonly fresh: boolean;
  readonly since: number;
}

/**
 * Answers questions about people, in the order asked. Somebody is an owner, as GitHub sees it, who is that person or an
 * active member of that team (or of a team below it), where the person or the team may write to the repository.
 */
export async function askPeople(
  questions: readonly PeopleQuestion[],
  { fresh, since }: Freshness,
  client: GateClient,
  memory: GateMemory,
): Promise<Standing[]> {
  let calls = 0;
  const ask: Asking = async (key, call) => {
    const known = memory.people.get(key);
    const isNew = known !== undefined && known.tick > since;
    // What could not be told a while ago may be told now.
    const isGood =
      known !== undefined && known.standing.is !== "unknown" && memory.now() - known.at < GOOD_FOR;
    if (known !== undefined && (isNew || (!fresh && isGood))) return known.standing;
    if (calls === MOST_CALLS)
      return { is: "unknown", why: "there are too many people and teams to ask about" };
    calls++;
    const tick = memory.tick();
    const standing = await call();
    memory.people.set(key, { standing, at: memory.now(), tick });
    return standing;
  };
  const answers = new Map<string, Standing>();
  for (const question of questions) {
    const key = questionKey(question);
    if (!answers.has(key)) answers.set(key, await answer(question, client, ask));
  }
  return questions.map((question) => answers.get(questionKey(question)) ?? NO);
}

async function answer(question: PeopleQuestion, client: GateClient, ask: Asking): Promise<Standing> {
  const { login } = question;
  if (!/^[A-Za-z0-9_-]+(?:\[bot\])?$/.test(login))
    return { is: "unknown", why: "this is no name of an account" };
  if (question.kind === "may-write") return mayWrite(login, client, ask);
  const owner = readOwner(question.owner);
  if (owner === undefined) return { is: "unknown", why: "CODEOWNERS names no owner there" };
  return isOwner(login, owner, client, ask);
}

async function isOwner(login: string, owner: Owner, client: GateClient, ask: Asking): Promise<Standing> {
  switch (owner.kind) {
    case "user":
      return same(owner.login, login) ? mayWrite(login, client, ask) : NO;
    case "email": {
      const shown = await showsAddress(login, owner.address, client, ask);
      return shown.is === "yes" ? mayWrite(login, client, ask) : shown;
    }
    case "team":
      return isTeamOwner(login, owner, client, ask);
    default:
      return owner satisfies never;
  }
}

async function isTeamOwner(
  login: string,
  team: Extract<Owner, { kind: "team" }>,
  client: GateClient,
  ask: Asking,
): Promise<Standing> {
  if (!same(team.organization, client.at.owner)) {
    return { is: "unknown", why: "the team is of another organization, and can't own anything here" };
  }
  const shown = await ask(
    keyIn(client, `shown ${login} ${team.organization}/${team.slug}`.toLowerCase()),
    async () => ((await isShownAsOwner(login, team, client)) ? YES : NOT_SHOWN),
  );
  if (shown.is === "yes") return YES;
  const member = await teamIsIn(login, team, client, ask);
  if (member.is !== "yes") return member;
  for (const test of [teamMayWrite, teamIsVisible]) {
    const standing = await test(team, client, ask);
    if (standing.is !== "yes") return standing;
  }
  return YES;
}

function same(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
