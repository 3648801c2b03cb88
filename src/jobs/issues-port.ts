import type { IssueStep, OpenIssue } from "../core/record/issues.ts";

/** The issues about unapproved changes, as far as they are ours. */
export interface IssuesPort {
  /** The open issues that we opened ourselves, oldest first. */
  readonly open: () => Promise<readonly OpenIssue[]>;
  readonly apply: (step: IssueStep) => Promise<void>;
}
