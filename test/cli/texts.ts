/** The id of the card that `cardText` writes. */
export const ID = "0b9f4c3e-8d1a-4e57-9c26-7f3a5b1d2e40";

/** A card of a server at a URL, with these tools and no more than it must have. */
export function cardText(url: string, tools: readonly unknown[], server = "one"): string {
  const lines = tools.map((tool) => `  - ${JSON.stringify(tool)}\n`);
  const list = lines.length === 0 ? "tools: []\n" : `tools:\n${lines.join("")}`;
  return `# what people wrote\nid: ${ID}\nserver: ${server}\nrevision: 1\nremote: { type: streamable-http, url: "${url}" } # where\n${list}`;
}

/** A grants file of `intake-bot`, for these tools of the server of `cardText`. */
export function grantsText(...tools: string[]): string {
  const grants = tools.map((tool) => `      - { tool: ${tool}, job: intake }\n`).join("");
  return `agent: intake-bot\nenrolments:\n  - server: one\n    card: ${ID}\n    grants:\n${grants}`;
}
