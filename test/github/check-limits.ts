/** GitHub's limits on what a check run says. Over any of them the whole call is refused. */
import type { Json, JsonObject } from "../../src/core/json/value.ts";
import { isJsonObject, list, text, textOr } from "./call.ts";
import { invalidBecause, limitLength, unprocessable } from "./refusal.ts";

/** The most characters of a check's summary and text. */
const MOST_OUTPUT = 65_535;
const MOST_ANNOTATIONS = 50;

/** Title, summary, text and annotations. */
export function checkOutput(output: JsonObject): void {
  if (text(output, "title") === undefined && output["summary"] !== undefined) {
    throw invalidBecause("CheckRun", "title can't be blank", "title");
  }
  limitLength("CheckRun", "title", textOr(output, "title", ""), 255);
  limitLength("CheckRun", "summary", textOr(output, "summary", ""), MOST_OUTPUT);
  limitLength("CheckRun", "text", textOr(output, "text", ""), MOST_OUTPUT);
  const annotations = list(output, "annotations");
  if (annotations.length > MOST_ANNOTATIONS) {
    throw unprocessable(
      `Invalid request.\n\nNo more than ${MOST_ANNOTATIONS} items are allowed; ${annotations.length} were supplied.`,
    );
  }
  for (const annotation of annotations.filter(isJsonObject)) {
    limitLength("CheckRun", "title", textOr(annotation, "title", ""), 255);
    limitLength("CheckRun", "message", textOr(annotation, "message", ""), 65_536);
  }
}

/** The buttons of a check run. */
export function checkActions(actions: readonly Json[]): void {
  if (actions.length > 3) throw unprocessable("Invalid request.\n\nNo more than 3 items are allowed.");
  for (const action of actions.filter(isJsonObject)) {
    limitLength("CheckRun", "label", textOr(action, "label", ""), 20);
    limitLength("CheckRun", "description", textOr(action, "description", ""), 40);
    limitLength("CheckRun", "identifier", textOr(action, "identifier", ""), 20);
  }
}
