type Environment = Readonly<Record<string, string | undefined>>;

/** Where a workflow runs. */
export interface Place {
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  /** What a status leads to: the run's page, or the repository's where there is no run. */
  readonly page: string;
}

/**
 * Reads where a workflow runs from its environment: `GITHUB_REPOSITORY`, `GITHUB_API_URL`, `GITHUB_SERVER_URL`,
 * `GITHUB_RUN_ID`.
 * @throws Error when the repository is not said
 */
export function placeOf(environment: Environment): Place {
  const repository = environment["GITHUB_REPOSITORY"] ?? "";
  if (repository === "")
    throw new Error("GITHUB_REPOSITORY is not set: it says which repository, as owner/name");
  const home = `${environment["GITHUB_SERVER_URL"] ?? "https://github.com"}/${repository}`;
  const run = environment["GITHUB_RUN_ID"];
  return {
    apiUrl: environment["GITHUB_API_URL"] ?? "https://api.github.com",
    repository,
    page: run === undefined ? home : `${home}/actions/runs/${run}`,
  };
}
