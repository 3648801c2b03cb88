import { defineConfig } from "vitest/config";

/** The tests of what has no state: their files share a process, which saves loading the same code for each. */
const STATELESS = [
  "commands",
  "differences",
  "drift",
  "explain",
  "gate",
  "index",
  "json",
  "owners",
  "pattern",
  "reading",
  "registry",
  "update",
  "yaml",
].map((folder) => `test/${folder}/**/*.test.ts`);

/** Real servers and processes are started: on a loaded machine of two cores that takes its time. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "stateless", include: STATELESS, isolate: false } },
      { extends: true, test: { name: "others", include: ["test/**/*.test.ts"], exclude: STATELESS } },
    ],
  },
});
