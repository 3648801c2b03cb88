import { expect, test } from "vitest";
import { startGitHub } from "./github.ts";
import { clientOf, refusalOf } from "./client.ts";

const at = { owner: "acme", repo: "tools" };
const MIB = 1024 * 1024;

test("files, folders, links and submodules are each read as GitHub gives them", async () => {
  const github = await startGitHub();
  const submodule = "1".repeat(40);
  github.repository("acme/tools", {
    files: {
      "cards/b.yaml": "b: 1\n",
      "cards/run": { mode: "100755", content: "#!/bin/sh\n" },
      "cards/link": { mode: "120000", content: "../README.md" },
      "cards/dangling": { mode: "120000", content: "nowhere" },
      "README.md": "hello\n",
      vendor: { mode: "160000", content: submodule },
      full: "x".repeat(MIB),
      large: "x".repeat(MIB + 1),
    },
  });
  const { rest } = clientOf(github.url);
  const read = async (path: string): Promise<unknown> => (await rest.repos.getContent({ ...at, path })).data;
  expect(await read("cards/b.yaml")).toMatchObject({
    type: "file",
    size: 5,
    encoding: "base64",
    content: "YjogMQo=\n",
  });
  expect(await read("cards/link")).toMatchObject({ type: "file", path: "cards/link", content: "aGVsbG8K\n" });
  expect(await read("cards/dangling")).toMatchObject({ type: "symlink", target: "nowhere" });
  expect(await read("vendor")).toMatchObject({ type: "submodule", sha: submodule });
  expect(await read("")).toMatchObject([
    { name: "README.md", type: "file" },
    { name: "cards", type: "dir" },
    { name: "full", type: "file" },
    { name: "large", type: "file" },
    { name: "vendor", type: "file" },
  ]);
  expect(await read("full")).toMatchObject({ size: MIB, encoding: "base64" });
  expect(await read("large")).toMatchObject({ size: MIB + 1, encoding: "none", content: "" });
  const raw = await rest.repos.getContent({ ...at, path: "large", mediaType: { format: "raw" } });
  expect(raw.data).toHaveLength(MIB + 1);
  expect((await refusalOf(read("cards/none")))?.status).toBe(404);
  expect((await refusalOf(rest.repos.getContent({ ...at, path: "README.md", ref: "none" })))?.message).toBe(
    "No commit found for the ref none",
  );
  await github.close();
});
