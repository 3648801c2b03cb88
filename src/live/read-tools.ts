import type { Reading, ReadAs } from "../core/reading/reading.ts";
import { boundedDetail } from "../core/reading/detail.ts";
import { sorted } from "../core/json/order.ts";
import { whyNotRun } from "../core/reading/may-run.ts";
import { addressOf } from "../core/registry/address.ts";
import type { Connection } from "../core/registry/card.ts";
import { failureOf, statusOf } from "./failure.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { listTools, type Listing } from "./list-tools.ts";
import { commandProgram, environmentOf, packageProgram } from "./program.ts";
import { openSession, type Sdk, type Target } from "./session.ts";
import { ReadFailure, Watch, type Failure } from "./watch.ts";

/** What to read, and how. */
export interface ReadRequest {
  /** The server's name in the registry. */
  readonly server: string;
  /** Where it is: a card's remote, package or command. */
  readonly connection: Connection;
  /** Under what to read: the card's. Without one: any protocol version, no credential, no client capabilities. */
  readonly readAs?: ReadAs;
  /** The headers of the credential, with their values; for a remote. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The variables of the credential, with their values; for a package or command. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether a package or command may run: it is code. Default: no. */
  readonly allowCommands?: boolean;
  /** The variables of toolcard's own environment that hold secrets: this server's, and those of all credentials. */
  readonly secretVariables?: { readonly own: readonly string[]; readonly all: readonly string[] };
  readonly limits?: Partial<Limits>;
  /** Stops the reading, which then is `failed(timeout)`. */
  readonly signal?: AbortSignal;
  readonly now?: () => Date;
}

/**
 * Lists a server's tools live (DESIGN §7): one attempt, in a connection of its own, within its limits. It never calls a
 * tool, and it never throws: what goes wrong is a `failed` reading with a reason.
 */
export async function readTools(request: ReadRequest): Promise<Reading> {
  const { server, connection, readAs, now = () => new Date() } = request;
  const capabilities = sorted(new Set(readAs?.capabilities));
  const credential = readAs?.credential;
  const base = {
    server,
    address: addressOf(connection),
    readAs: { ...(credential !== undefined && { credential }), capabilities },
    time: now().toISOString(),
  };
  const failed = ({ reason, detail }: Failure): Reading => {
    return { ...base, outcome: "failed", reason, detail: boundedDetail(detail, secretsOf(request)) };
  };
  const target = targetOf(request);
  if ("reason" in target) return failed(target);
  const watch = new Watch({ ...DEFAULT_LIMITS, ...request.limits }, request.signal);
  try {
    const { listing, protocolVersion } = await watch.race(read(target, { ...readAs, capabilities }, watch));
    const under = { ...(protocolVersion !== "" && { protocolVersion }), ...base.readAs };
    if (listing.kind === "failed") return failed(listing);
    if (listing.kind === "not-advertised") return { ...base, readAs: under, outcome: "not-advertised" };
    const { tools, notes } = listing;
    return { ...base, readAs: under, outcome: "complete", tools, notes, confirmed: false };
  } catch (error) {
    return failed(failureOf(error, "connect", watch));
  } finally {
    watch.end();
  }
}

async function read(
  target: Target,
  readAs: ReadAs,
  watch: Watch,
): Promise<{ listing: Listing; protocolVersion: string }> {
  const sdk: Sdk = await import("@modelcontextprotocol/client");
  for (let last = false; ; last = true) {
    const session = await openSession(sdk, target, readAs, watch);
    try {
      return { listing: await listTools(session, watch), protocolVersion: session.protocolVersion };
    } catch (error) {
      // A server that was restarted forgets its sessions: it is greeted once more.
      if (!last && session.stateful && statusOf(error) === 404) continue;
      const exit = watch.failure === undefined ? session.exit() : undefined;
      throw new ReadFailure(
        exit === undefined ? failureOf(error, "list", watch) : { reason: "exited", detail: exit },
      );
    } finally {
      await session.close();
    }
  }
}

/** What to connect to, or why that is not done. */
function targetOf(request: ReadRequest): Target | Failure {
  const { connection, headers = {}, environment = {}, secretVariables } = request;
  if (connection.remote !== undefined) {
    const { url } = connection.remote;
    if (!/^https?:/i.test(url) || !URL.canParse(url))
      return { reason: "unsupported", detail: "not an http(s) URL" };
    return { remote: connection.remote, headers };
  }
  const refusal = whyNotRun({
    allowCommands: request.allowCommands ?? false,
    set: Object.keys(process.env).filter((name) => process.env[name] !== ""),
    own: secretVariables?.own ?? [],
    credentials: secretVariables?.all ?? [],
  });
  if (refusal !== undefined) {
    const detail = "variable" in refusal ? `${refusal.why}: ${refusal.variable} is set` : refusal.why;
    return { reason: "not-allowed", detail };
  }
  const { environmentVariables } = connection.package ?? connection.command;
  const env = environmentOf(process.env, environmentVariables, environment);
  if (connection.command !== undefined) return { program: commandProgram(connection.command, env) };
  const program = packageProgram(connection.package, env, containerName());
  return "detail" in program ? { reason: "unsupported", detail: program.detail } : { program };
}

let containers = 0;

function containerName(): string {
  containers += 1;
  return `toolcard-${process.pid}-${Date.now()}-${containers}`;
}

/** What must not come back in a detail: a credential's values, and the part after a scheme like `Bearer`. */
function secretsOf({ headers = {}, environment = {} }: ReadRequest): string[] {
  const values = [...Object.values(headers), ...Object.values(environment)];
  return values.flatMap((value) => [value, value.replace(/^\S+\s+/, "")]);
}
