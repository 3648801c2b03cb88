import type { IndexSource } from "../jobs/keep-index.ts";
import type { Io } from "./io.ts";
import { openRegistry, problemLines } from "./open-registry.ts";
import { readingsOf, type ReadingOptions } from "./readings.ts";

/** The registry on disk and its servers, as the commands for orchestrators read them; faults go to standard error. */
export function indexSource(
  folder: string | undefined,
  options: ReadingOptions,
  io: Io,
  servers?: readonly string[],
): IndexSource {
  let told = "";
  return {
    registry: async () => {
      const open = await openRegistry(folder, io);
      if (!open.exists) throw new Error(`there is no registry in ${open.shown}`);
      const problems = problemLines(open);
      // Told again only when they changed: it is read every few minutes.
      if (problems !== told) io.err(problems);
      told = problems;
      return open.registry;
    },
    read: (registry, cards) => readingsOf(registry, cards, options, io),
    now: () => new Date(),
    approved: async (isNamed) => {
      const { approvedHere } = await import("../jobs/approved-here.ts");
      return approvedHere((await openRegistry(folder, io)).repository, isNamed);
    },
    servers,
  };
}
