// The floor that `scan` is measured against: connect, list, close, with the client that toolcard uses.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const client = new Client({ name: "bare", version: "1.0.0" });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [process.argv[2], "stdio"], stderr: "ignore" }),
);
const { tools } = await client.listTools();
if (tools.length === 0) throw new Error("no tools");
await client.close();
