import { readShard, type Shard } from "../core/drift/shard.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What can make the step fail beside an error. */
const FAIL_ON = ["drift", "unreadable", "invalid"] as const;

type FailOn = (typeof FAIL_ON)[number];

/** The inputs of the Action; action.yml says what each is for. */
export interface Inputs {
  readonly mode: "read" | "scan" | "gate" | "record";
  readonly registry: string | undefined;
  readonly token: string;
  /** `scan`: files or folders to take readings from, none to read live. `read`: the one file to write, if it is said. */
  readonly readings: readonly string[];
  readonly servers: readonly string[];
  readonly shard: Shard | undefined;
  readonly allowCommands: boolean;
  readonly dryRun: boolean;
  readonly maxPullRequests: number | undefined;
  readonly recreate: readonly string[] | "all";
  readonly failOn: ReadonlySet<FailOn>;
}

/**
 * Reads the inputs as a runner hands them on: `INPUT_` and the name in capitals, hyphens kept.
 * @throws Error that says which input is wrong, and what it may be
 */
export function readInputs(environment: Environment): Inputs {
  const text = (name: string) => (environment[`INPUT_${name.toUpperCase()}`] ?? "").trim();
  const recreate = words(text("recreate"));
  return {
    mode: oneOf("mode", text("mode") || "scan", ["read", "scan", "gate", "record"]),
    registry: text("registry") || undefined,
    token: text("github-token"),
    readings: text("readings")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
    servers: words(text("servers")),
    shard: shardOf(text("shard")),
    allowCommands: flag("allow-commands", text("allow-commands")),
    dryRun: flag("dry-run", text("dry-run")),
    maxPullRequests: numberOf("max-pull-requests", text("max-pull-requests")),
    recreate: recreate.includes("all") ? "all" : recreate,
    failOn: failOn(text("fail-on")),
  };
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

function oneOf<Value extends string>(name: string, value: string, known: readonly Value[]): Value {
  const found = known.find((each) => each === value);
  if (found === undefined) throw wrong(name, value, known.join(" or "));
  return found;
}

function flag(name: string, value: string): boolean {
  return value !== "" && oneOf(name, value, ["true", "false"]) === "true";
}

function numberOf(name: string, value: string): number | undefined {
  if (value === "") return undefined;
  if (!/^\d{1,4}$/.test(value)) throw wrong(name, value, "a whole number, at most 9999");
  return Number(value);
}

function shardOf(value: string): Shard | undefined {
  if (value === "") return undefined;
  const shard = readShard(value);
  if (shard === undefined) throw wrong("shard", value, "a part and how many there are, as 2/5");
  return shard;
}

function failOn(value: string): ReadonlySet<FailOn> {
  const chosen = words(value === "" ? "invalid" : value);
  if (chosen.length === 1 && chosen[0] === "nothing") return new Set();
  return new Set(chosen.map((each) => oneOf("fail-on", each, FAIL_ON)));
}

function wrong(name: string, value: string, may: string): Error {
  return new Error(`the input ${name} is ${JSON.stringify(value.slice(0, 100))}; it may be ${may}`);
}
