import { parseFile, type Parsed } from "./parse.ts";
import { settingsFaults } from "./rules.ts";
import type { settingsShape } from "./shape-settings.ts";
import type { Typed } from "./typed.ts";
import { shapeErrors } from "./validate.ts";

/** The settings of a registry, with every default filled in (DESIGN §3, toolcard.yaml). */
export type Settings = Typed<typeof settingsShape>;

/** A secret, bound to the place it may go to: a URL, or the digest of a whole connection. */
export type Credential = Settings["credentials"][number];

/**
 * Reads toolcard.yaml, by the shape in schemas/settings.json and the rules of DESIGN §3. Every key is optional, so a
 * file of comments alone is one too. All problems are given at once. It never throws.
 */
export function parseSettings(bytes: Uint8Array | string, file: string): Parsed<Settings> {
  return parseFile(bytes, "settings", file, settingsFaults);
}

/** The settings of a registry without toolcard.yaml. */
export function defaultSettings(): Settings {
  const value = {};
  shapeErrors("settings", value);
  return value as Settings;
}

/**
 * The settings where toolcard.yaml can't be read: what it said may have been stricter than the defaults, so the
 * strictest stand in, as far as the rest of the registry can work with them. No secret goes anywhere.
 */
export function strictSettings(): Settings {
  const settings = defaultSettings();
  return {
    ...settings,
    gate: {
      ...settings.gate,
      output: "label",
      undeclared: "label",
      version: "label",
      wording: "label",
      behaviour: "label",
    },
    index: { ...settings.index, wording: "approved" },
    approval: { ...settings.approval, independent: true, label: "required" },
  };
}
