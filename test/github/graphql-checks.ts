/** Check suites and their runs as GraphQL shows them. */
import { grantsRead, isInstalledOn, type Actor } from "./actor.ts";
import type { CheckRun } from "./checks.ts";
import { connection, type PageArguments } from "./graphql-connections.ts";
import { forbidden } from "./refusal.ts";
import type { Repository } from "./repository.ts";

type Filter = { appId?: number; checkName?: string; checkType?: string };

/** The suites of a commit. Of a private repository only with the permission to read checks. */
export function suitesValue(
  actor: Actor,
  repository: Repository,
  sha: string,
  { filterBy = {}, ...page }: PageArguments & { filterBy?: Filter },
): object {
  const may =
    actor.kind !== "installation" || (isInstalledOn(actor, repository) && grantsRead(actor, "checks"));
  if (repository.private && !may) throw forbidden("Resource not accessible by integration");
  const runsOf = (suite: CheckRun["suite"], { appId, checkName, checkType }: Filter): CheckRun[] => {
    const runs = repository.runs.filter(
      (run) =>
        run.suite === suite && (checkName ?? run.name) === run.name && (appId ?? run.app.id) === run.app.id,
    );
    if (checkType === "ALL") return runs;
    return runs.filter((run) => runs.findLast(({ name }) => name === run.name) === run);
  };
  const suites = repository.suites.filter(
    (suite) =>
      suite.sha === sha &&
      (filterBy.appId ?? suite.app.id) === suite.app.id &&
      (filterBy.checkName === undefined || runsOf(suite, filterBy).length > 0),
  );
  return connection(suites, page, (suite) => ({
    app: { databaseId: suite.app.id, slug: suite.app.slug },
    checkRuns: ({ filterBy: filter = {}, ...runPage }: PageArguments & { filterBy?: Filter }) =>
      connection(runsOf(suite, filter), runPage, (run) => ({
        name: run.name,
        status: run.status.toUpperCase(),
        conclusion: run.conclusion?.toUpperCase() ?? null,
        completedAt: run.completedAt,
        externalId: run.externalId,
      })),
  }));
}
