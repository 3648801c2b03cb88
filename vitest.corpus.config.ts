import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

const isThere = existsSync(new URL("../shared/corpus/pairs.json", import.meta.url));

/**
 * The tests over tool lists of real servers: `npm run corpus`. The lists lie beside this repository, where somebody has
 * them; without them there is nothing to run.
 */
export default defineConfig({
  test: {
    include: isThere ? ["test/corpus/**/*.corpus.ts"] : [],
    passWithNoTests: true,
    testTimeout: 300_000,
  },
});
