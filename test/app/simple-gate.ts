/**
 * A gate that is simple to foresee, for tests of what is around it: a pull request passes iff the label is on it now. It
 * reads and publishes over the strict GitHub as the real one does.
 */
import type { FileAt, Snapshot } from "../../src/core/gate/snapshot.ts";
import type { Verdict } from "../../src/core/gate/verdict.ts";
import type { Client } from "../../src/github/client.ts";
import type { GatePort } from "../../src/jobs/gate-port.ts";
import type { Looking } from "../../src/jobs/look.ts";

const NOT_NEEDED = () => Promise.reject(new Error("not needed here"));

export function openSimplePort({ octokit, at }: Client): GatePort {
  const pulls = async (state: "open") =>
    (await octokit.request("GET /repos/{owner}/{repo}/pulls", { ...at, state })).data;
  const snapshot = async (commit: string): Promise<Snapshot> => {
    const where = { ...at, tree_sha: commit, recursive: "1" };
    const { data } = await octokit.request("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", where);
    const files = new Map<string, FileAt>();
    for (const { path, sha, type } of data.tree) {
      if (type !== "blob" || !/^registry\/.*yaml$|CODEOWNERS$/.test(path)) continue;
      const blob = { ...at, file_sha: sha };
      const { data: read } = await octokit.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", blob);
      files.set(path, { kind: "file", blob: sha, bytes: Buffer.from(read.content, "base64") });
    }
    return { commit, folder: "registry", files };
  };
  return {
    pullRequest: async (number) => {
      const { data } = await octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
        ...at,
        pull_number: number,
      });
      const main = await octokit.request("GET /repos/{owner}/{repo}/git/ref/{ref}", {
        ...at,
        ref: "heads/main",
      });
      const commit = main.data.object.sha;
      return {
        number,
        state: data.merged ? "merged" : data.state,
        author: null,
        proposalOf:
          data.user.login === "toolcard[bot]" ? /^toolcard\/(.+)$/.exec(data.head.ref)?.[1] : undefined,
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
    openWithHead: async (head) =>
      (await pulls("open")).filter((pull) => pull.head.sha === head).map(({ number }) => number),
    open: async () => (await pulls("open")).map(({ number }) => number),
    group: NOT_NEEDED,
    snapshots: (commits) => Promise.all(commits.map((commit) => snapshot(commit))),
    people: (questions) =>
      Promise.resolve(
        questions.map((question) => {
          if (question.kind === "may-write") return { is: "no" as const };
          if (question.owner.includes("/")) return { is: "unknown" as const, why: "teams can't be read" };
          return { is: question.owner === `@${question.login}` ? ("yes" as const) : ("no" as const) };
        }),
      ),
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
    return {
      passes,
      verdicts: [{ kind: passes ? "passes" : "needs-label", pullRequest: number } as Verdict],
    };
  },
  group: async (port, { head }) => {
    await publish(port, head, true);
    return { passes: true, verdicts: [] };
  },
};

async function publish(port: GatePort, commit: string, passes: boolean): Promise<void> {
  await port.publish({
    commit,
    passes,
    title: "",
    summary: "",
    description: "",
    annotations: [],
    id: String(passes),
  });
}
