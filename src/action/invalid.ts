import type { Context } from "./context.ts";

/** Whether the step fails because the registry is invalid. */
export function isInvalid({ open, inputs }: Pick<Context, "open" | "inputs">): boolean {
  return inputs.failOn.has("invalid") && open.registry.problems.length > 0;
}
