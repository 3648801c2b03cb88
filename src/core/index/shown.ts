import { isObject, own, put } from "../json/value.ts";
import type { Tool } from "../tool/tool.ts";
import { worded } from "./worded.ts";

/** The fields of a tool that are words: whose they are, `index.wording` says. */
const WORDS = ["title", "description", "icons"] as const;

/**
 * A tool as the model is shown it: the live tool, with the effective schema, and with the words of whoever's count
 * (titles and descriptions inside the schema too). A live tool that is not callable is shown as it is.
 */
export function shownAs(
  live: Tool,
  words: Tool = live,
  inputSchema?: unknown,
): Readonly<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const key of Object.keys(live)) put(shown, key, live[key]);
  if (inputSchema !== undefined) shown["inputSchema"] = inputSchema;
  if (words === live) return shown;
  for (const key of WORDS) {
    if (Object.hasOwn(words, key)) shown[key] = words[key];
    else delete shown[key];
  }
  for (const key of ["inputSchema", "outputSchema"]) {
    if (Object.hasOwn(shown, key)) shown[key] = worded(shown[key], own(words, key));
  }
  const annotations = own(shown, "annotations");
  if (isObject(annotations)) shown["annotations"] = withTitle(annotations, own(words, "annotations"));
  return shown;
}

function withTitle(annotations: Readonly<Record<string, unknown>>, words: unknown): Record<string, unknown> {
  const { title: _, ...rest } = annotations;
  const title = isObject(words) ? own(words, "title") : undefined;
  return title === undefined ? rest : { ...rest, title };
}
