import { isPublished } from "../core/gate/published.ts";
import type { OwnVerdict } from "../core/gate/pull-request.ts";
import type { ObjectId } from "../core/propose/state.ts";
import type { GatePort } from "../jobs/gate-port.ts";
import type { GateClient } from "./gate/client.ts";
import { writeComment } from "./gate/comment.ts";
import { readGroup } from "./gate/group.ts";
import { makeLabel, takeLabelOff } from "./gate/label.ts";
import { createGateMemory, type GateMemory } from "./gate/memory.ts";
import { openPulls, type OpenPage } from "./gate/open-pulls.ts";
import { readVerdicts, type Publisher } from "./gate/own-verdicts.ts";
import { askPeople } from "./gate/people.ts";
import { publishVerdict } from "./gate/publish.ts";
import { readPull } from "./gate/pull-request.ts";
import { readSnapshots } from "./gate/snapshots.ts";
import { readContents } from "./record/contents.ts";

/** What the last look at a pull request showed beside it: good for the evaluation that it was for, and for no other. */
interface Aside {
  readonly head: ObjectId;
  readonly published: readonly OwnVerdict[];
  readonly open: OpenPage;
  readonly at: number;
}

/** An evaluation takes no longer; what is older is asked for again. */
const ONE_EVALUATION = 60_000;

/**
 * Opens the gate's port on a repository. An evaluation begins with `pullRequest` or `group`: what is asked of people
 * after that is fresh.
 * @param client any octokit, with the owner and name of the repository; its pauses, retries and limits of time are its own
 * @param publisher by our App, whose check runs alone count as ours; or by the Action, whose statuses do
 * @param memory kept between evaluations, and shared by all ports of a process
 */
export function createGatePort(
  client: GateClient,
  publisher: Publisher,
  memory: GateMemory = createGateMemory(),
): GatePort {
  let since = memory.tick();
  let aside: Aside | undefined;
  const of = (head: ObjectId): Aside | undefined =>
    aside?.head === head && memory.now() - aside.at < ONE_EVALUATION ? aside : undefined;
  return {
    pullRequest: async (number) => {
      since = memory.tick();
      aside = undefined;
      const at = memory.now();
      const seen = await readPull(number, publisher, client, memory);
      if (seen !== undefined)
        aside = { head: seen.now.head, published: seen.now.verdicts, open: seen.open, at };
      return seen?.now;
    },
    openWithHead: async (head) => {
      const pulls = await openPulls(client, of(head)?.open);
      return pulls.filter(({ headRefOid }) => headRefOid === head).map(({ number }) => number);
    },
    open: async () => (await openPulls(client)).map(({ number }) => number),
    group: async (head, base) => {
      since = memory.tick();
      return readGroup(head, base, client);
    },
    snapshots: (commits) => readSnapshots(commits, client, memory),
    contents: (names) => readContents(names, client, memory),
    people: (questions, fresh) => askPeople(questions, { fresh, since }, client, memory),
    publish: async (output) => {
      const published = of(output.commit)?.published ?? (await publishedOn(output.commit, publisher, client));
      // A second verdict on the commit has to look again.
      aside = undefined;
      if (!isPublished(published, output)) await publishVerdict(output, publisher, client);
    },
    makeLabel: (label) => makeLabel(label, client, memory),
    takeLabelOff: (pullRequest, label) => takeLabelOff(pullRequest, label, client),
    comment: (pullRequest, body, existing) => writeComment(pullRequest, body, existing, client),
  };
}

async function publishedOn(
  commit: ObjectId,
  publisher: Publisher,
  client: GateClient,
): Promise<readonly OwnVerdict[]> {
  if (publisher.by === "app") return (await readVerdicts(commit, publisher, client, "")).verdicts;
  const { viewer } = await client.octokit.graphql<{ readonly viewer: { readonly login: string } }>(
    "query { viewer { login } }",
  );
  return (await readVerdicts(commit, publisher, client, viewer.login)).verdicts;
}
