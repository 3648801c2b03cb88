import type { Warning } from "../../src/core/drift/warning.ts";

/** A warning of every kind. */
export const everyWarning: readonly Warning[] = [
  { kind: "malformed-tool", tool: "x", why: "named-twice", count: 2 },
  { kind: "declined-form", tool: "x" },
  { kind: "hidden-characters", tool: "x", pointer: "/description", count: 3 },
  { kind: "look-alike-name", tool: "x", like: "y" },
  { kind: "mixed-scripts", tool: "x", pointer: "/description", text: "p\u0430y" },
  { kind: "web-address-appeared", tool: "x", pointer: "/description", text: "https://a.example" },
  { kind: "file-path-appeared", tool: "x", pointer: "/description", text: "~/.ssh/id_rsa" },
  { kind: "retired-name-returned", tool: "x", revision: 3 },
  { kind: "nothing-counts-as-removed", why: "unnamed-item", tools: ["x"] },
  { kind: "read-once" },
  { kind: "other-address" },
  { kind: "reading-note", note: "list-changed" },
];
