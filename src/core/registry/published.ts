import { cardShape } from "./shape-card.ts";
import { grantsShape } from "./shape-grants.ts";
import { settingsShape } from "./shape-settings.ts";

/** The JSON Schemas that are published for editors, by the name of their file in schemas/. */
export const PUBLISHED: ReadonlyMap<string, object> = new Map<string, object>([
  ["card.json", cardShape],
  ["grants.json", grantsShape],
  ["settings.json", settingsShape],
]);

/** The text of a published schema's file. */
export function schemaText(shape: object): string {
  return `${JSON.stringify(shape, null, 2)}\n`;
}
