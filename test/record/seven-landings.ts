import { cardText } from "../cli/texts.ts";
import { CARD, OLD, tool } from "../propose-shell/scene.ts";
import type { Scene } from "../app/scene.ts";

/** A card's text with some more fields of a tool. */
export const cardWith = (...fields: string[]) => ({
  [CARD]: cardText("https://one.example/mcp", [OLD[0], tool("write", "id", "text", ...fields)]),
});

/** A pull request of bob's. */
export function openPull(
  { repo }: Pick<Scene, "repo">,
  branch: string,
  files: Record<string, string>,
): number {
  repo.as("bob").push(branch, files);
  return repo.as("bob").openPull(branch, "main", "Change");
}

/** Several ways by which something lands; one of the seven changes nothing that decides. */
export async function sevenLandings(scene: Scene): Promise<void> {
  const { repo, settle } = scene;
  const [alice, bob] = [repo.as("alice"), repo.as("bob")];
  alice.merge(openPull(scene, "one", cardWith("a")));
  await settle();
  const reviewed = openPull(scene, "two", cardWith("a", "b"));
  alice.review(reviewed, "APPROVE");
  bob.merge(reviewed, "squash");
  await settle();
  bob.merge(openPull(scene, "three", { "README.md": "words\n" }));
  await settle();
  bob.merge(openPull(scene, "four", cardWith()), "rebase");
  await settle();
  const stale = openPull(scene, "five", cardWith("c"));
  alice.review(stale, "APPROVE");
  bob.push("five", cardWith("c", "d"));
  bob.merge(stale);
  await settle();
  alice.push("main", cardWith("e"));
  await settle();
  const armed = openPull(scene, "six", cardWith("e", "f"));
  await settle();
  repo.set({ allowAutoMerge: true });
  alice.armMerge(armed);
  repo.as("bob").status(repo.pull(armed).head.sha, "other", "success");
  await settle();
}

/** What the record says of them. */
export const SEVEN = [
  "one.yaml approved: alice by merge as @alice (line 1); label absent",
  "one.yaml approved: alice by review as @alice (line 1); label absent",
  "one.yaml unapproved: no-approval one.yaml",
  "one.yaml unapproved: no-approval one.yaml; stale: alice; label absent",
  "one.yaml unapproved: no-pull-request",
  "one.yaml approved: alice by auto-merge as @alice (line 1); label absent",
];
