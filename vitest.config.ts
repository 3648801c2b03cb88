import { defineConfig } from "vitest/config";

/** Real servers and processes are started: on a loaded machine of two cores that takes its time. */
export default defineConfig({
  test: { include: ["test/**/*.test.ts"], testTimeout: 30_000, hookTimeout: 30_000, maxWorkers: 2 },
});
