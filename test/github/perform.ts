/** Does one operation for one actor: finds the repository, asks for permission, checks, runs, checks again. */
import type { Json } from "../../src/core/json/value.ts";
import { canSee, isInstalledOn, roleOf, type Actor } from "./actor.ts";
import type { Answer } from "./answer.ts";
import { isJsonObject, type Call } from "./call.ts";
import { checkAnswer, checkBody, checkQuery } from "./fixture.ts";
import { OPERATIONS, type Operation } from "./operations.ts";
import { atLeast } from "./people.ts";
import { forbidden, notFound, Refusal, unprocessable } from "./refusal.ts";
import type { Repository } from "./repository.ts";
import { findRepository, type World } from "./world.ts";

/** What to do: a call whose body may still be anything. */
export type Wish = Omit<Call, "body"> & { id: string; body: Json };

/** The answer of an operation, or a Refusal. What no client of ours may send is written into `world.failures`. */
export function perform(wish: Wish): Answer {
  const { world, id } = wish;
  const operation = OPERATIONS[id];
  if (operation === undefined) throw new Error(`${id} is not modelled`);
  const repository = operation.repository ? needRepository(wish) : undefined;
  authorize(world, wish.actor, id, operation, repository);
  if (operation.effect !== "read" && repository?.archived === true) {
    throw forbidden("Repository was archived so is read-only.");
  }
  const call = checkedCall(wish, operation);
  const answer =
    operation.repository && repository !== undefined
      ? operation.run({ ...call, repository })
      : runElsewhere(operation, call);
  if (answer.bytes !== undefined) return answer;
  const wrong = checkAnswer(id, answer.status, answer.body ?? null);
  if (wrong !== undefined) {
    world.failures.push(`the strict GitHub itself is wrong: ${wrong}`);
    throw new Refusal(500, wrong);
  }
  return answer;
}

function runElsewhere(operation: Operation, call: Call): Answer {
  if (operation.repository) throw notFound();
  return operation.run(call);
}

function needRepository({ world, params, actor }: Wish): Repository {
  const name = `${params["owner"] ?? ""}/${params["repo"] ?? ""}`;
  const repository = findRepository(world, name);
  if (repository !== undefined && canSee(world, actor, repository)) return repository;
  const moved = world.renamed.get(name.toLowerCase());
  if (moved !== undefined && canSee(world, actor, moved)) throw new Moved(moved);
  throw notFound();
}

/** The repository has another name now: 301 to read, 307 to write, to its address by number. */
export class Moved extends Error {
  readonly repository: Repository;

  constructor(repository: Repository) {
    super("Moved Permanently");
    this.repository = repository;
  }
}

/** What a public repository shows to everybody, whatever permissions a token has. */
const PUBLIC = new Set(["metadata", "contents", "issues", "pull_requests", "checks", "statuses"]);

function authorize(
  world: World,
  actor: Actor,
  id: string,
  operation: Operation,
  repository: Repository | undefined,
): void {
  if (id.startsWith("apps/") || operation.needs.length === 0) return;
  const open = repository?.private === false && operation.effect === "read";
  const shown = open && operation.needs.some((need) => PUBLIC.has(need.split(":")[0] ?? ""));
  switch (actor.kind) {
    case "anonymous":
      if (!shown) throw new Refusal(401, "Requires authentication");
      return;
    case "app":
      throw new Refusal(401, "A JSON web token can't be used here: create an installation access token");
    case "installation": {
      const reaches = repository === undefined || isInstalledOn(actor, repository);
      if (!(shown || (reaches && operation.needs.some((need) => grants(actor.permissions, need))))) {
        const headers = {
          "x-accepted-github-permissions": operation.needs.map((need) => need.replace(":", "=")).join("; "),
        };
        throw new Refusal(403, "Resource not accessible by integration", {}, headers);
      }
      return;
    }
    case "user":
      if (repository !== undefined && !atLeast(roleOf(world, repository, actor.login), operation.role)) {
        throw forbidden(`Must have ${operation.role} rights to Repository.`);
      }
      return;
    default:
      return actor;
  }
}

function grants(permissions: Readonly<Record<string, string>>, need: string): boolean {
  const [name = "", level] = need.split(":");
  return permissions[name] === "write" || (level === "read" && permissions[name] === "read");
}

/** Refuses with 422, and remembers, what GitHub's description does not know: no client of ours may send it. */
function checkedCall({ id, world, body, ...call }: Wish, operation: Operation): Call {
  const sent = [...Object.keys(call.query), ...(isJsonObject(body) ? Object.keys(body) : [])];
  const wrong = [
    ...checkQuery(id, call.query),
    ...checkBody(id, body),
    ...sent
      .filter((name) => operation.without?.includes(name) === true)
      .map((name) => `${name} is not modelled`),
  ];
  if (wrong.length > 0) {
    world.failures.push(`${id}: ${wrong.join("; ")}`);
    throw unprocessable(`Invalid request.\n\n${wrong.join("\n")}`);
  }
  return { ...call, world, body: isJsonObject(body) ? body : {} };
}
