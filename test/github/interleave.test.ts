import { expect, test } from "vitest";
import { clientOf, refusalOf } from "./client.ts";
import { everyInterleaving, interleave, type Scene as Meeting } from "./interleave.ts";
import { startGitHub } from "./github.ts";

const at = { owner: "acme", repo: "tools" };

/** Two clients of one App that each read, then make a ref and a pull request, and settle for what is there. */
async function meet(): Promise<Meeting> {
  const github = await startGitHub();
  const repo = github.repository("acme/tools");
  repo.collaborator("bob", "write");
  const sha = repo.as("bob").push("work", { "a.txt": "b\n" });
  repo.as("bob").deleteBranch("work");
  const installation = github
    .app({ slug: "toolcard", permissions: { contents: "write", pull_requests: "write" } })
    .install("acme");
  const client = () => {
    const token = installation.token();
    const { rest } = clientOf(github.url, token);
    const run = async (): Promise<number> => {
      await refusalOf(rest.git.createRef({ ...at, ref: "refs/heads/toolcard/b", sha }));
      await refusalOf(rest.pulls.create({ ...at, head: "toolcard/b", base: "main", title: "t" }));
      const { data } = await rest.pulls.list({ ...at, head: "acme:toolcard/b" });
      return data[0]?.number ?? 0;
    };
    return { token, run };
  };
  return { github, clients: { a: client(), b: client() } };
}

test("a test says whose call goes first", async () => {
  const { github, clients } = await meet();
  const plan = ["b", "a", "a", "b", "b", "a"];
  let step = 0;
  const ran = await interleave(github, clients, () => plan[step++] ?? "");
  expect(ran.order).toEqual(plan);
  const { a, b } = clients;
  expect(
    github.calls().map(({ token }) => (token === a?.token ? "a" : token === b?.token ? "b" : "?")),
  ).toEqual(plan);
  expect(github.calls().map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    "git/create-ref 201",
    "git/create-ref 422",
    "pulls/create 201",
    "pulls/create 422",
    "pulls/list 200",
    "pulls/list 200",
  ]);
  await github.close();
});

test("every order that matters is tried, and in each there is one branch and one pull request", async () => {
  const seen = new Set<string>();
  const runs = await everyInterleaving(meet, async ({ github }, { order, ended }) => {
    seen.add(order.join(""));
    expect(ended).toEqual({ a: { status: "fulfilled", value: 1 }, b: { status: "fulfilled", value: 1 } });
    expect([...github.world.repositories.values()][0]?.pulls.size).toBe(1);
  });
  expect(seen.size).toBeGreaterThanOrEqual(10);
  expect(runs).toBeLessThanOrEqual(20);
});

/** Two clients that each count the labels, then make one of that number. */
async function meetCarelessly(): Promise<Meeting> {
  const github = await startGitHub();
  const repo = github.repository("acme/tools");
  repo.label("count", "000000");
  const installation = github.app({ slug: "toolcard", permissions: { issues: "write" } }).install("acme");
  const client = () => {
    const token = installation.token();
    const { rest } = clientOf(github.url, token);
    const run = async (): Promise<void> => {
      const { data } = await rest.issues.listLabelsForRepo(at);
      await rest.issues.createLabel({ ...at, name: `label-${data.length}` });
    };
    return { token, run };
  };
  return { github, clients: { a: client(), b: client() } };
}

test("an order with a mistake in it is found: read, then write, without looking again", async () => {
  const lost: string[] = [];
  const runs = await everyInterleaving(meetCarelessly, async (_, { order, ended }) => {
    if (Object.values(ended).some(({ status }) => status === "rejected")) lost.push(order.join(""));
  });
  expect(runs).toBeLessThanOrEqual(6);
  expect(lost.length).toBeGreaterThan(0);
  for (const order of lost) expect(order.slice(0, 2)).toMatch(/^(ab|ba)$/);
});

test("what every order gives is what the orders that matter give", async () => {
  const all = new Set<string>();
  for (const plan of orders("aaa", "bbb")) {
    const meeting = await meet();
    let step = 0;
    await interleave(meeting.github, meeting.clients, () => plan[step++] ?? "");
    all.add(outcome(meeting));
    await meeting.github.close();
  }
  const tried = new Set<string>();
  await everyInterleaving(meet, async (meeting) => void tried.add(outcome(meeting)));
  expect(tried).toEqual(all);
});

/** Whose calls ended how, in no order. */
const outcome = ({ github }: Meeting): string =>
  github
    .calls()
    .map(({ token, operation, status }) => `${token} ${operation} ${status}`)
    .toSorted()
    .join("\n");

/** All ways to put two words together that keep the order in each. */
function orders(left: string, right: string): string[] {
  if (left === "" || right === "") return [left + right];
  const one = orders(left.slice(1), right).map((rest) => left.charAt(0) + rest);
  return [...one, ...orders(left, right.slice(1)).map((rest) => right.charAt(0) + rest)];
}
