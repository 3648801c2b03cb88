/** Octokit as tests use it against the strict GitHub: no throttling, no retries, no waiting. */
import { Octokit } from "@octokit/rest";

/** A client that acts with a token; without one, as nobody. */
export const clientOf = (url: string, token?: string): Octokit =>
  new Octokit({
    baseUrl: url,
    ...(token === undefined ? {} : { auth: token }),
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });

/** The refusal a call ends with: its status and message; undefined when it went well. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ status: number; message: string; errors?: unknown } | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    const { status, response } = error as {
      status: number;
      response?: { data?: { message?: string; errors?: unknown } };
    };
    const errors = response?.data?.errors;
    return {
      status,
      message: response?.data?.message ?? String(error),
      ...(errors === undefined ? {} : { errors }),
    };
  }
}
