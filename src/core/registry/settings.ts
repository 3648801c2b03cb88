import type { settingsShape } from "./shape-settings.ts";
import type { Typed } from "./typed.ts";

/** The settings of a registry, with every default filled in (DESIGN §3, toolcard.yaml). */
export type Settings = Typed<typeof settingsShape>;

/** A secret, bound to the place it may go to: a URL, or the digest of a whole connection. */
export type Credential = Settings["credentials"][number];
