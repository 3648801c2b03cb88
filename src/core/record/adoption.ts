import { registryAt, type RegistryAt } from "../gate/registry-at.ts";
import type { GateCache } from "../gate/gate-cache.ts";
import type { Moment } from "../gate/pull-request.ts";
import type { Snapshot } from "../gate/snapshot.ts";
import { sorted } from "../json/order.ts";
import { decidingFiles } from "./deciding.ts";
import type { AdoptionDraft } from "./entry.ts";
import { allGrants } from "./file-change.ts";
import { timeText } from "./time.ts";

/** Who starts a record, when, and why. */
export interface AdoptionWords {
  readonly at: Moment;
  readonly by: string;
  readonly why: string;
}

/** The first entry of a record, or what keeps a registry from being adopted as it is. */
export type AdoptionRead =
  | { readonly ok: true; readonly draft: AdoptionDraft }
  | { readonly ok: false; readonly problems: RegistryAt["problems"] };

/** The first entry of a record: the state of a valid registry and its owners, as the default branch has them. */
export function adoptionOf(snapshot: Snapshot, words: AdoptionWords, cache: GateCache): AdoptionRead {
  const registry = registryAt(snapshot, cache);
  if (registry.problems.length > 0) return { ok: false, problems: registry.problems };
  const files = decidingFiles(snapshot);
  const draft: AdoptionDraft = {
    kind: "adoption",
    commit: snapshot.commit,
    at: timeText(words.at),
    by: words.by,
    why: words.why,
    files: sorted(files.keys()).map((file) => ({ file, digest: files.get(file) ?? "" })),
    grants: allGrants(registry),
  };
  return { ok: true, draft };
}
