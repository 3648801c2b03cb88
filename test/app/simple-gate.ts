/**
 * A gate that is simple to foresee, for tests of what is around it: a pull request passes iff the label is on it now. It
 * reads and publishes over the strict GitHub as the real one does.
 */
import type { Verdict } from "../../src/core/gate/verdict.ts";
import type { Client } from "../../src/github/client.ts";
import type { GatePort } from "../../src/jobs/gate-port.ts";
import type { Looking } from "../../src/jobs/look.ts";

const NOT_NEEDED = () => Promise.reject(new Error("not needed here"));

export function openSimplePort({ octokit, at }: Client): GatePort {
  const pulls = async (state: "open") => (await octokit.request("GET /repos/{owner}/{repo}/pulls", { ...at, state })).data;
  return {
    pullRequest: async (number) => {
      const { data } = await octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", { ...at, pull_number: number });
      const main = await octokit.request("GET /repos/{owner}/{repo}/git/ref/{ref}", { ...at, ref: "heads/main" });
      const commit = main.data.object.sha;
      return {
        number,
        state: data.merged ? "merged" : data.state,
        author: null,
        proposalOf: undefined,
        head: data.head.sha,
        base: { branch: data.base.ref, commit },
        defaultBranch: { branch: "main", commit },
        mergeBase: { base: commit, default: commit },
        aimedAt: 0,
        labels: data.labels.map(({ name }) => name),
        labelEvents: [],
        reviews: [],
        verdicts: [],
        comment: undefined,
        undeterminable: [],
      };
    },
    openWithHead: async (head) => (await pulls("open")).filter((pull) => pull.head.sha === head).map(({ number }) => number),
    open: async () => (await pulls("open")).map(({ number }) => number),
    group: NOT_NEEDED,
    snapshots: (commits) =>
      Promise.all(
        commits.map(async (commit) => {
          const path = "registry/toolcard.yaml";
          const { data } = await octokit.request("GET /repos/{owner}/{repo}/contents/{path}", { ...at, path, ref: commit });
          const bytes = Buffer.from("content" in data ? data.content : "", "base64");
          return { commit, folder: "registry", files: new Map([[path, { kind: "file" as const, blob: "", bytes }]]) };
        }),
      ),
    people: NOT_NEEDED,
    publish: async ({ commit, passes, id }) => {
      await octokit.request("POST /repos/{owner}/{repo}/check-runs", {
        ...at,
        name: "toolcard/scope",
        head_sha: commit,
        status: "completed",
        conclusion: passes ? "success" : "failure",
        external_id: id,
      });
    },
    makeLabel: NOT_NEEDED,
    takeLabelOff: NOT_NEEDED,
    comment: NOT_NEEDED,
  };
}

export const simpleGate: Looking["gate"] = {
  pullRequest: async (port, number) => {
    const now = await port.pullRequest(number);
    if (now === undefined || now.state !== "open") return undefined;
    const passes = now.labels.includes("widens-scope");
    await publish(port, now.head, passes);
    return { passes, verdicts: [{ kind: passes ? "passes" : "needs-label", pullRequest: number } as Verdict] };
  },
  group: async (port, { head }) => {
    await publish(port, head, true);
    return { passes: true, verdicts: [] };
  },
};

async function publish(port: GatePort, commit: string, passes: boolean): Promise<void> {
  await port.publish({ commit, passes, title: "", summary: "", description: "", annotations: [], id: String(passes) });
}
