import { readSettings } from "./environment.ts";
import { toOutput } from "./log.ts";
import { serve } from "./serve.ts";
import { startApp } from "./start.ts";

/** A look may take as long as GitHub makes it wait a little; whatever takes longer is looked at again later. */
const LOOK_MS = 5 * 60_000;
/** Long enough to end what was begun; hosts kill what does not stop. */
const STOP_MS = 25_000;

try {
  const settings = readSettings(process.env);
  const started = await startApp(settings, { answers: "at-once", lookMs: LOOK_MS, write: toOutput });
  const { stop } = await serve(started, settings);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      started.log("info", "stopping");
      setTimeout(() => process.exit(1), STOP_MS).unref();
      void stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
