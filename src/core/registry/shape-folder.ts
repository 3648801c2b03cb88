import { DIALECT } from "./shape-parts.ts";

/** The shape of .github/toolcard.yml. */
export const folderShape = {
  $schema: DIALECT,
  title: "The file .github/toolcard.yml",
  description: "Says where the registry of this repository is.",
  type: "object",
  additionalProperties: false,
  properties: {
    registry: {
      type: "string",
      format: "folder-path",
      default: "registry",
      description: "The registry's folder, from the repository's root, as registry/.",
    },
  },
} as const;
