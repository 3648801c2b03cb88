/** Every operation that is modelled: what it does, who may, and the function that does it. The one table. */
import type { Answer } from "./answer.ts";
import type { Call, RepositoryCall } from "./call.ts";
import {
  createRun,
  getRun,
  getSuite,
  listAnnotations,
  listRuns,
  listSuites,
  updateRun,
} from "./check-runs.ts";
import { codeownersErrors } from "./codeowners.ts";
import { createComment, getComment, listComments, react, updateComment } from "./comments.ts";
import { compare, getCommit, listCommits, listPullsOfCommit } from "./commits.ts";
import { getContent } from "./contents.ts";
import * as directory from "./directory.ts";
import { getIssue, listEvents, listTimeline } from "./events.ts";
import { createBlob, createCommit, createTree, getBlob, getGitCommit, getTree } from "./git-data.ts";
import { addLabels, createLabel, getLabel, listLabels, listPullLabels, removeLabel } from "./labels.ts";
import { createIssue, listIssues, updateIssue } from "./issues.ts";
import type { Role } from "./people.ts";
import { createPull } from "./pull-create.ts";
import { updatePull } from "./pull-update.ts";
import { checkMerged, getPull, listPullCommits, listPullFiles, listPulls, merge } from "./pulls.ts";
import { getRateLimit } from "./rate-limit.ts";
import { createRef, deleteRef, getRef, listMatchingRefs, updateRef } from "./refs.ts";
import * as repositories from "./repositories.ts";
import { createReview, dismissReview, listReviews } from "./reviews.ts";
import { combinedStatus, createStatus, listStatuses } from "./statuses.ts";

/** `read` changes nothing; `object` makes a git object, which nobody sees until a ref leads to it; `write` changes. */
export type Effect = "read" | "object" | "write";

/** One of these permissions an App needs, as `name:level`; several: any of them. */
type Needs = readonly string[];

export type Operation = {
  effect: Effect;
  needs: Needs;
  /** What a person must be in the repository. */
  role: Role;
  /** Names of the body or the query that GitHub takes and this does not. */
  without?: readonly string[];
} & (
  | { repository: true; run: (call: RepositoryCall) => Answer }
  | { repository: false; run: (call: Call) => Answer }
);

type Run = (call: RepositoryCall) => Answer;

const read = (needs: string, run: Run, without: readonly string[] = []): Operation => ({
  effect: "read",
  needs: needs.split("|").map((name) => `${name}:read`),
  role: "read",
  repository: true,
  run,
  without,
});

const write = (needs: string, role: Role, run: Run, without: readonly string[] = []): Operation => ({
  effect: "write",
  needs: needs.split("|").map((name) => `${name}:write`),
  role,
  repository: true,
  run,
  without,
});

const object = (run: Run, without: readonly string[] = []): Operation => ({
  ...write("contents", "write", run, without),
  effect: "object",
});

const elsewhere = (
  needs: Needs,
  run: (call: Call) => Answer,
  effect: Effect = "read",
  without: readonly string[] = [],
): Operation => ({
  effect,
  needs,
  role: "none",
  repository: false,
  run,
  without,
});

const TALK = "issues|pull_requests";

/** By GitHub's operation ids. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  "actions/get-github-actions-default-workflow-permissions-repository": {
    ...read("administration", repositories.getWorkflowPermissions),
    role: "admin",
  },
  "apps/create-installation-access-token": elsewhere([], directory.createInstallationToken, "write", [
    "repository_ids",
  ]),
  "apps/get-authenticated": elsewhere([], directory.getApp),
  "apps/get-repo-installation": read("metadata", directory.getInstallation),
  "apps/list-repos-accessible-to-installation": elsewhere([], directory.listInstallationRepositories),
  "checks/create": write("checks", "write", createRun),
  "checks/get": read("checks", getRun),
  "checks/get-suite": read("checks", getSuite),
  "checks/list-annotations": read("checks", listAnnotations),
  "checks/list-for-ref": read("checks", listRuns),
  "checks/list-suites-for-ref": read("checks", listSuites),
  "checks/update": write("checks", "write", updateRun),
  "git/create-blob": object(createBlob),
  "git/create-commit": object(createCommit, ["signature"]),
  "git/create-ref": write("contents", "write", createRef),
  "git/create-tree": object(createTree),
  "git/delete-ref": write("contents", "write", deleteRef),
  "git/get-blob": read("contents", getBlob),
  "git/get-commit": read("contents", getGitCommit),
  "git/get-ref": read("contents", getRef),
  "git/get-tree": read("contents", getTree),
  "git/list-matching-refs": read("contents", listMatchingRefs),
  "git/update-ref": write("contents", "write", updateRef),
  "issues/add-labels": write(TALK, "triage", addLabels),
  "issues/create": write("issues", "read", createIssue, [
    "labels",
    "assignee",
    "assignees",
    "milestone",
    "type",
  ]),
  "issues/create-comment": write(TALK, "read", createComment),
  "issues/create-label": write(TALK, "write", createLabel),
  "issues/get": read(TALK, getIssue),
  "issues/get-comment": read(TALK, getComment),
  "issues/get-label": read(TALK, getLabel),
  "issues/list-comments": read(TALK, listComments),
  "issues/list-events": read(TALK, listEvents),
  "issues/list-events-for-timeline": read(TALK, listTimeline, ["exclude"]),
  "issues/list-for-repo": read("issues", listIssues, [
    "milestone",
    "assignee",
    "type",
    "mentioned",
    "labels",
    "sort",
    "direction",
    "since",
  ]),
  "issues/list-labels-for-repo": read(TALK, listLabels),
  "issues/list-labels-on-issue": read(TALK, listPullLabels),
  "issues/remove-label": write(TALK, "triage", removeLabel),
  "issues/update": write("issues", "read", updateIssue, [
    "labels",
    "assignee",
    "assignees",
    "milestone",
    "type",
  ]),
  "issues/update-comment": write(TALK, "read", updateComment),
  "pulls/check-if-merged": read("pull_requests", checkMerged),
  "pulls/create": write("pull_requests", "read", createPull, ["head_repo", "issue"]),
  "pulls/create-review": write("pull_requests", "read", createReview, ["comments"]),
  "pulls/dismiss-review": write("pull_requests", "write", dismissReview),
  "pulls/get": read("pull_requests", getPull),
  "pulls/list": read("pull_requests", listPulls),
  "pulls/list-commits": read("pull_requests", listPullCommits),
  "pulls/list-files": read("pull_requests", listPullFiles),
  "pulls/list-reviews": read("pull_requests", listReviews),
  "pulls/merge": write("contents", "write", merge),
  "pulls/update": write("pull_requests", "read", updatePull),
  "rate-limit/get": elsewhere([], getRateLimit),
  "reactions/create-for-issue-comment": write(TALK, "read", react),
  "repos/codeowners-errors": read("contents", codeownersErrors),
  "repos/compare-commits-with-basehead": read("contents", compare),
  "repos/create-commit-status": write("statuses", "write", createStatus),
  "repos/get": read("metadata", repositories.getRepository),
  "repos/get-branch": read("contents", repositories.getBranch),
  "repos/get-branch-rules": read("metadata", repositories.getBranchRules),
  "repos/get-collaborator-permission-level": read("metadata", repositories.getPermission),
  "repos/get-combined-status-for-ref": read("statuses", combinedStatus),
  "repos/get-commit": read("contents", getCommit, ["page", "per_page"]),
  "repos/get-content": read("contents", getContent),
  "repos/list-activities": read("contents", repositories.listActivity, ["before", "time_period"]),
  "repos/list-commit-statuses-for-ref": read("statuses", listStatuses),
  "repos/list-commits": read("contents", listCommits, ["committer"]),
  "repos/list-pull-requests-associated-with-commit": read("pull_requests|contents", listPullsOfCommit),
  "teams/check-permissions-for-repo-in-org": read("members", directory.checkTeamRepository),
  "teams/get-by-name": elsewhere(["members:read"], directory.getTeam),
  "teams/get-membership-for-user-in-org": elsewhere(["members:read"], directory.getMembership),
  "teams/list-members-in-org": elsewhere(["members:read"], directory.listMembers, "read", ["role"]),
  "users/get-authenticated": elsewhere([], directory.getMe),
  "users/get-by-username": elsewhere([], directory.getUser),
};
