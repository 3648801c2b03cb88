import { createGateMemory } from "../src/github/gate/memory.ts";
import { gatePullRequest } from "../src/jobs/gate.ts";
import { cardOf, largeRegistry } from "../test/gate-github/large.ts";
import { openPull, startGate } from "../test/gate-github/scene.ts";
import { row } from "./measure.ts";

/** Calls of the gate to GitHub, for one changed card of 1000, counted at the strict GitHub: the same in every run. */
export async function gateCalls(): Promise<void> {
  const scene = await startGate(largeRegistry());
  const { github, repo, portOf } = scene;
  github.team("acme", "owners", { members: ["olga"] });
  repo.giveTeam("owners", "write");
  const { number } = openPull(scene, "wider", { "registry/cards/server-7.yaml": cardOf(7, "force") });
  const memory = createGateMemory();
  const counted = async (what: string, most: number): Promise<void> => {
    const before = github.calls().length;
    await gatePullRequest(portOf({ memory }), number);
    row(`the gate, ${what}: calls to GitHub`, github.calls(before).length, "calls", most);
  };
  await counted("first look at a pull request", 12);
  github.clock.advance(2);
  repo.as("olga").label(number, "widens-scope");
  await counted("after the label", 6);
  await counted("once more", 6);
  await github.close();
}
