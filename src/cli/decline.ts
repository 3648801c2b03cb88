import { fromVisible, plain } from "../core/explain/inert.ts";
import { UNREADABLE_WORDS } from "../core/explain/reading-words.ts";
import { readingFor } from "../core/drift/choose.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { normalTool, toolDigest } from "../core/tool/normal.ts";
import { toolList, type Tool } from "../core/tool/tool.ts";
import { canonicalJson } from "../core/json/canonical.ts";
import type { Card } from "../core/registry/card.ts";
import { addDeclined } from "../core/update/card.ts";
import { applyEdits } from "../disk/apply-edits.ts";
import { EXIT, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { openRegistry, problemLines } from "./open-registry.ts";
import { readingsOf, type ReadingOptions } from "./readings.ts";

interface DeclineOptions extends ReadingOptions {
  readonly json?: boolean;
}

/** `toolcard decline`: writes down that a reviewer said no to the live form of one tool. */
export async function decline(
  server: string,
  shownName: string,
  folder: string | undefined,
  options: DeclineOptions,
  io: Io,
): Promise<Exit> {
  const open = await openRegistry(folder, io);
  io.err(problemLines(open));
  const file = open.registry.cards.find((each) => each.value.server === server);
  if (file === undefined) throw new Error(`the registry has no valid card of ${plain(server)}`);
  const readings = await readingsOf(open.registry, [file.value], options, io);
  const reading = readingFor(file.value, readings);
  if ("why" in reading) {
    io.err(`${server}: ${UNREADABLE_WORDS[reading.why]}\n`);
    return EXIT.unreadable;
  }
  const tool = liveTool(file.value, reading.tools, shownName);
  const declined = { name: tool.name, digest: toolDigest(tool) };
  const after = addDeclined(file.text, declined);
  const applied = await applyEdits(open.folder, [{ path: file.path, before: file.text, after }]);
  if (!applied.ok)
    throw new Error(`${open.shown}/${file.path}: ${applied.why} since it was read; nothing was written`);
  if (options.json === true)
    io.out(`${asciiJson({ server, declined, written: `${open.shown}/${file.path}` })}\n`);
  else
    io.out(
      `Declined the live form of ${plain(tool.name, { form: "name" })}. It is asked again only when that form changes.\n`,
    );
  return EXIT.clean;
}

/** The live tool that a name means. A person copies an escaped name out of an explanation, and it is found too. */
function liveTool(card: Card, items: readonly unknown[], shownName: string): Tool {
  const { tools } = toolList(items);
  const named = (name: string) => tools.find((tool) => tool.name === name);
  const tool = named(shownName) ?? named(fromVisible(shownName));
  const shown = plain(shownName, { form: "name" });
  const onCard = card.tools.find(({ name }) => name === (tool?.name ?? shownName));
  if (tool === undefined) {
    if (onCard === undefined) throw new Error(`${card.server} lists no tool ${shown} that a card could hold`);
    throw new Error(`${shown} is gone from ${card.server}: a removal can't be declined`);
  }
  if (onCard !== undefined && canonicalJson(normalTool(onCard)) === canonicalJson(normalTool(tool))) {
    throw new Error(`${shown} is as the card has it: there is nothing to decline`);
  }
  return tool;
}
