const tool = (name) => ({ name, description: `does ${name}`, inputSchema: { type: "object", "x-note": 1 } });

/** A list of five tools on three pages, the second of which is empty. */
export function pageOf(cursor) {
  if (cursor === undefined) return { tools: [tool("one"), tool("two")], nextCursor: "" };
  if (cursor === "") return { tools: [], nextCursor: "c" };
  return { tools: [tool("three"), tool("four"), tool("five")] };
}
