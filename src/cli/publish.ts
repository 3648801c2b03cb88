import { randomUUID } from "node:crypto";
import { join, relative, sep } from "node:path";
import { plain } from "../core/explain/inert.ts";
import { UNREADABLE_WORDS } from "../core/explain/reading-words.ts";
import { plural } from "../core/explain/phrase.ts";
import { asciiJson } from "../core/json/ascii.ts";
import type { CompleteReading, Reading } from "../core/reading/reading.ts";
import { connectionOf } from "../core/registry/address.ts";
import { parseCard, type Card, type Connection } from "../core/registry/card.ts";
import { isName } from "../core/registry/shape-parts.ts";
import { connectionTo } from "../core/registry/target.ts";
import { toolList } from "../core/tool/tool.ts";
import { newCard } from "../core/update/new-card.ts";
import { applyEdits } from "../disk/apply-edits.ts";
import { entryKind } from "../disk/regular.ts";
import { readServer } from "../jobs/read-servers.ts";
import { EXIT, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { openRegistry, problemLines, type OpenRegistry } from "./open-registry.ts";

interface PublishOptions {
  readonly sse?: boolean;
  readonly credential?: string;
  readonly capability?: readonly string[];
  readonly allowCommands?: boolean;
  readonly json?: boolean;
}

/** `toolcard publish`: writes a first card from a server's live list. Nobody may call a tool of it yet. */
export async function publish(
  server: string,
  target: string,
  folder: string | undefined,
  options: PublishOptions,
  io: Io,
): Promise<Exit> {
  const open = await openRegistry(folder, io);
  if (open.exists) io.err(problemLines(open));
  const path = `cards/${server}.yaml`;
  const draft = draftCard(server, target, options);
  if (open.registry.cards.some((file) => file.path === path) || open.registry.invalidCards.includes(server)) {
    throw new Error(`${open.shown}/${path} is there already: scan --write updates it`);
  }
  const reading = await readServer(draft, {
    settings: open.registry.settings,
    environment: io.environment,
    allowCommands: options.allowCommands ?? false,
    now: () => new Date(),
  });
  if (reading.outcome !== "complete") {
    io.err(`${server}: ${unreadableWords(reading)}\n`);
    return EXIT.unreadable;
  }
  const { tools, malformed } = toolList(reading.tools);
  const text = newCard(
    { ...draft, ...asWritten(connectionOf(draft)), readAs: reading.readAs, tools },
    await schemaOf(open),
  );
  const applied = await applyEdits(open.folder, [{ path, before: undefined, after: text }]);
  if (!applied.ok) throw new Error(`${open.shown}/${path}: ${applied.why}; nothing was written`);
  const written = `${open.shown}/${path}`;
  if (options.json === true)
    io.out(`${asciiJson({ server, written, tools: tools.map(({ name }) => name), malformed })}\n`);
  else {
    const left =
      malformed.length === 0
        ? ""
        : ` ${plural(malformed.length, "entry", "entries")} of the list can't be on a card.`;
    io.out(
      `Wrote ${written} with ${plural(tools.length, "tool")}.${left} No agent may call them until a grant says so.\n`,
    );
  }
  return EXIT.clean;
}

/** The card before its tools are known. What its rules refuse is an error that says so. */
function draftCard(server: string, target: string, options: PublishOptions): Card {
  if (!isName(server)) {
    throw new Error(
      `${plain(server)} is no name of a server: write small letters and digits, with single . _ or - between them`,
    );
  }
  const connection = connectionTo(target, options.sse === true ? "sse" : "streamable-http");
  if (connection === undefined) {
    throw new Error(
      `${plain(target)} is neither a URL nor a package: write npm:NAME@VERSION, pypi:NAME@VERSION or oci:IMAGE:TAG`,
    );
  }
  const readAs = {
    ...(options.credential !== undefined && { credential: options.credential }),
    capabilities: [...(options.capability ?? [])],
  };
  // A card is YAML, and JSON is YAML: so the card's own rules judge the words of the command line.
  const parsed = parseCard(
    JSON.stringify({ id: randomUUID(), server, revision: 1, ...connection, readAs, tools: [] }),
    server,
  );
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.problems.map(({ what, instead }) => `${what}; ${instead}`).join("\n"));
}

/** A connection without the empty lists that parsing fills in: nobody has to read them. */
function asWritten(connection: Connection): object {
  const [kind, part] = Object.entries(connection)[0] ?? [];
  const said = Object.entries(part ?? {}).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return { [String(kind)]: Object.fromEntries(said) };
}

/** Where the new card finds its JSON Schema: in this repository if it has it, else with the published package. */
async function schemaOf({ repository, folder }: OpenRegistry): Promise<string> {
  const own = join(repository, "schemas", "card.json");
  if ((await entryKind(own)) !== "file") return "https://unpkg.com/toolcard/schemas/card.json";
  return relative(join(folder, "cards"), own).split(sep).join("/");
}

function unreadableWords(reading: Exclude<Reading, CompleteReading>): string {
  if (reading.outcome === "not-advertised") return UNREADABLE_WORDS["not-advertised"];
  return `${UNREADABLE_WORDS[reading.reason]} (${plain(reading.detail)})`;
}
