import { defineConfig } from "vitest/config";

/** The tests over tool lists of real servers, which lie outside this repository: `npm run corpus`. */
export default defineConfig({ test: { include: ["test/corpus/**/*.corpus.ts"], testTimeout: 120_000 } });
