/** Two runs at the same time, in every order of their calls that can matter. */
import { Octokit } from "@octokit/core";
import { expect } from "vitest";
import type { Client } from "../../src/github/client.ts";
import { propose } from "../../src/jobs/propose.ts";
import { everyInterleaving } from "../github/interleave.ts";
import { endState } from "./end-state.ts";
import { OLD, requestFor, startScene, type Scene } from "./scene.ts";

type Lists = readonly unknown[];

/** Where it starts from, and what each of the two runs sees of the server. */
export interface Race {
  readonly before: Lists;
  readonly left: Lists;
  readonly right: Lists;
}

/** A test with hundreds of worlds: on a loaded machine that takes its time. */
export const PATIENCE = 180_000;

/** Runs every order; gives how many there were. One branch and one pull request at any end, which one more run settles. */
export async function expectOneProposal(race: Race): Promise<number> {
  const settled = await startRace(race);
  settled.live = race.left;
  await settled.run();
  const expected = openState(settled);
  await settled.github.close();
  return everyInterleaving(
    async () => {
      const { github, repo, installation, token } = await startRace(race);
      const clients = Object.fromEntries(
        (["left", "right"] as const).map((side) => {
          const own = installation.token();
          const client = quickClient(github.url, own);
          const request = requestFor(github, repo, race[side], { token: own, request: { client } });
          return [side, { token: own, run: () => propose(request) }];
        }),
      );
      return { github, repo, token, clients };
    },
    async ({ github, repo, token }, { ended }) => {
      for (const result of Object.values(ended)) expect(result.status).toBe("fulfilled");
      expect(repo.pulls().filter(({ state }) => state === "open").length).toBeLessThanOrEqual(1);
      expect(repo.branches().length).toBeLessThanOrEqual(2);
      // Whoever came last, the next run brings it to what the server is now.
      github.setGate(undefined);
      const client = quickClient(github.url, token);
      await propose(requestFor(github, repo, race.left, { token, request: { client } }));
      expect(openState({ repo })).toEqual(expected);
      expect(github.failures).toEqual([]);
    },
  );
}

/** Octokit without its plugins for limits and retries: they wait a little at every call, and nothing goes wrong here. */
function quickClient(url: string, token: string): Client {
  const octokit = new Octokit({ auth: token, baseUrl: url, request: { redirect: "manual" } });
  return { octokit, at: { owner: "acme", repo: "cards" }, isOver: () => false };
}

async function startRace({ before }: Race): Promise<Scene> {
  const scene = await startScene();
  scene.live = before;
  const client = quickClient(scene.github.url, scene.token);
  if (before !== OLD) await scene.run({ request: { client } });
  return scene;
}

/** What is open in the end. A proposal that was closed on the way is only named by the one after it. */
function openState(scene: Parameters<typeof endState>[0]) {
  const { branches, pulls } = endState(scene);
  const open = pulls.filter(({ state }) => state === "open");
  return {
    branches,
    open: open.map(({ body, ...pull }) => [pull, body?.replace(/\s+Follows #\d+\./, "")]),
  };
}
