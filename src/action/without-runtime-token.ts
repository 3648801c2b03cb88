/** What a runner gives every JavaScript action: they write caches and artifacts, which later jobs trust. */
const RUNTIME = ["ACTIONS_RUNTIME_TOKEN", "ACTIONS_RUNTIME_URL", "ACTIONS_RESULTS_URL", "ACTIONS_CACHE_URL"];

/**
 * Starts this program anew in the same process, with an environment that lacks the runner's own token. Deleting a variable
 * is not enough: a child reads what its parent was *started* with (`/proc/<pid>/environ`), and that only `execve` replaces.
 * It comes back where there is nothing to take away, or where the system has no `execve` (Windows): there the token stays,
 * and toolcard starts no command beside it.
 */
export function withoutRuntimeToken(): void {
  if (process.env["ACTIONS_RUNTIME_TOKEN"] === undefined || process.platform === "win32") return;
  const environment = { ...process.env };
  for (const name of RUNTIME) delete environment[name];
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    environment,
  );
}
