import { ProbotOctokit, type Probot } from "probot";

/** Who we are on GitHub, and the tokens to act with where the App is installed. */
export interface Installations {
  /** Our own login, with its suffix; undefined where GitHub does not say at the moment. */
  readonly self: () => Promise<string | undefined>;
  /** A token that is good for one repository only. */
  readonly tokenFor: (place: Place) => Promise<string>;
}

/** A repository in which the App is installed. */
export interface Place {
  /** `owner/name`. */
  readonly repository: string;
  readonly installation: number;
}

/** GitHub's tokens last an hour. */
const KEPT_MS = 50 * 60_000;
const CALL_MS = 10_000;
const MOST_WAIT_SECONDS = 5;

/**
 * Probot's client with its own way out of rate limits: by itself it would wait as long as GitHub says, and a limit lasts an
 * hour. Probot sets those options itself, so they can only be replaced behind it.
 */
export const BoundedOctokit: typeof ProbotOctokit = ProbotOctokit.defaults(
  (options: Readonly<Record<string, unknown>>) => ({
    ...options,
    throttle: { ...(options["throttle"] as object), onRateLimit: mayWait, onSecondaryRateLimit: mayWait },
    // Its pauses grow from one request to the next where all have the same options, to many seconds. A look is repeated whole.
    retry: { enabled: false },
  }),
);

function mayWait(seconds: number, _options: unknown, _octokit: unknown, before: number): boolean {
  return before < 1 && seconds <= MOST_WAIT_SECONDS;
}

/** `fetch` with a time limit. */
export const boundedFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(CALL_MS) });

/** Asks GitHub as the App itself; what it answers is kept as long as it is good. */
export function installationsOf(probot: Probot): Installations {
  const tokens = new Map<string, { readonly token: Promise<string>; readonly until: number }>();
  let self: Promise<string> | undefined;
  return {
    self: async () => {
      self ??= loginOf(probot);
      try {
        return await self;
      } catch {
        self = undefined;
        return undefined;
      }
    },
    tokenFor: (place) => {
      const key = `${place.installation} ${place.repository}`;
      const now = Date.now();
      for (const [each, { until }] of tokens) if (until <= now) tokens.delete(each);
      const known = tokens.get(key);
      if (known !== undefined) return known.token;
      const token = newToken(probot, place);
      tokens.set(key, { token, until: now + KEPT_MS });
      token.catch(() => tokens.delete(key));
      return token;
    },
  };
}

async function loginOf(probot: Probot): Promise<string> {
  const octokit = await probot.auth();
  const { data } = await octokit.request("GET /app");
  if (data?.slug === undefined) throw new Error("GitHub does not say what the App is called");
  return `${data.slug}[bot]`;
}

async function newToken(probot: Probot, { repository, installation }: Place): Promise<string> {
  const octokit = await probot.auth();
  const [, name = ""] = repository.split("/");
  const path = "POST /app/installations/{installation_id}/access_tokens";
  const { data } = await octokit.request(path, { installation_id: installation, repositories: [name] });
  return data.token;
}
