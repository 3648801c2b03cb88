import type { LabelEvent } from "../../core/gate/pull-request.ts";
import type { ActorNode } from "../answer.ts";
import { actorOfNode, actorOfUser } from "./actor.ts";
import { momentOf, PAGE, restPages, type GateClient } from "./client.ts";
import { keyIn, type GateMemory } from "./memory.ts";

/** What was done with labels, as far as one answer of GraphQL shows it. */
export interface LabelTimeline {
  readonly nodes: readonly (LabelNode | null)[] | null;
  readonly pageInfo: { readonly hasPreviousPage: boolean };
}

interface LabelNode {
  readonly __typename: string;
  readonly createdAt: string;
  readonly actor: ActorNode | null;
  readonly label: { readonly name: string };
}

/** What to ask of a pull request: its newest label events. */
export const LABEL_FIELDS = `timelineItems(last: ${PAGE}, itemTypes: [LABELED_EVENT, UNLABELED_EVENT]) { nodes {
        __typename ... on LabeledEvent { createdAt actor { login __typename } label { name } }
        ... on UnlabeledEvent { createdAt actor { login __typename } label { name } }
      } pageInfo { hasPreviousPage } }`;

/** What is known of a label's history. */
export interface LabelHistory {
  readonly events: readonly LabelEvent[];
  readonly whole: boolean;
}

/** So many pages of a pull request's history are read: 2000 events. */
const MOST_PAGES = 20;

/**
 * What was done with labels, oldest first: what the one answer showed, so that it is of the same moment as the head. Only
 * REST tells whether an app did it in a person's name; of an event that stays so, and is asked once.
 * @throws what octokit throws
 */
export async function labelHistory(
  number: number,
  { nodes, pageInfo }: LabelTimeline,
  client: GateClient,
  memory: GateMemory,
): Promise<LabelHistory> {
  if (pageInfo.hasPreviousPage) return readHistory(number, client);
  const shown = (nodes ?? []).filter((node) => node !== null).map(shownEvent);
  const viaApp = (event: ShownEvent): boolean | undefined => memory.viaApp.get(keyOf(number, event, client));
  // Of those that look the same, one may be new.
  const alike = new Set(shown.map((event) => keyOf(number, event, client))).size < shown.length;
  if (alike || shown.some((event) => viaApp(event) === undefined)) {
    const { events } = await readHistory(number, client);
    const byKey = new Map<string, boolean>();
    for (const event of events) {
      const key = keyOf(number, event, client);
      // Of two that look the same, an app may have done either.
      byKey.set(key, byKey.get(key) === true || event.viaApp);
    }
    for (const [key, is] of byKey) memory.viaApp.set(key, is);
  }
  // What one of GitHub's records has and the other has not, is not known whole.
  const whole = shown.every((event) => viaApp(event) !== undefined);
  return { events: shown.map((event) => Object.assign(event, { viaApp: viaApp(event) ?? true })), whole };
}

type ShownEvent = Omit<LabelEvent, "viaApp">;

function shownEvent({ __typename, createdAt, actor, label }: LabelNode): ShownEvent {
  const kind = __typename === "LabeledEvent" ? "labeled" : "unlabeled";
  return { kind, label: label.name, actor: actorOfNode(actor), at: momentOf(createdAt) };
}

/** What an event is known by in both of GitHub's records. */
function keyOf(number: number, { kind, label, actor, at }: ShownEvent, client: GateClient): string {
  return keyIn(client, JSON.stringify([number, kind, label, actor?.login.toLowerCase(), at]));
}

async function readHistory(number: number, { octokit, at }: GateClient): Promise<LabelHistory> {
  const path = "GET /repos/{owner}/{repo}/issues/{issue_number}/events";
  const { items, whole } = await restPages(async (page) => {
    const { data } = await octokit.request(path, { ...at, issue_number: number, per_page: PAGE, page });
    return data;
  }, MOST_PAGES);
  const events = items.flatMap((event): LabelEvent | [] => {
    if ((event.event !== "labeled" && event.event !== "unlabeled") || !("label" in event)) return [];
    return {
      kind: event.event,
      label: event.label?.name ?? "",
      actor: actorOfUser(event.actor),
      at: momentOf(event.created_at),
      viaApp: event.performed_via_github_app !== null && event.performed_via_github_app !== undefined,
    };
  });
  return { events, whole };
}
