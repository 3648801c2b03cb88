import { pointTo } from "../json/pointer.ts";
import type { PlacedFault } from "./fault.ts";
import { tellingErrors, tooManyEntries, type ShapeError } from "./shape-errors.ts";
import { connectionsOf, faultOf, meantKey } from "./shape-words.ts";
import { shapeErrors, type FileKind } from "./validate.ts";

/** Everything in which a value is not of its file's shape, in words. Fills in the defaults of what is missing. */
export function shapeFaults(kind: FileKind, value: unknown): PlacedFault[] {
  const long = tooManyEntries(value);
  if (long !== undefined) {
    const instead = "split the file, or take out what no one needs";
    return [
      { pointer: long, part: "value", what: "the lists of one file have 20,000 entries at most", instead },
    ];
  }
  // Each costs some work to put into words, and only a hundred are told.
  const errors = tellingErrors(shapeErrors(kind, value)).slice(0, 1000);
  const misspelt = new Set<string>();
  for (const error of errors) {
    const meant = error.keyword === "additionalProperties" ? meantKey(error) : undefined;
    if (meant !== undefined) misspelt.add(pointTo(error.instancePath, meant));
  }
  const faults: PlacedFault[] = [];
  for (const error of errors) {
    // A key that is only misspelt is not missing as well.
    const missed = pointTo(error.instancePath, String(error.params["missingProperty"]));
    if (error.keyword !== "required" || !misspelt.has(missed))
      faults.push({ ...placeOf(error), ...faultOf(error) });
  }
  return faults;
}

function placeOf(error: ShapeError): Pick<PlacedFault, "pointer" | "part"> {
  const at = error.instancePath;
  switch (error.keyword) {
    case "additionalProperties":
      return { pointer: pointTo(at, String(error.params["additionalProperty"])), part: "key" };
    case "discriminator":
      return { pointer: pointTo(at, "type"), part: "value" };
    case "uniqueItems":
      return { pointer: pointTo(at, String(error.params["i"])), part: "value" };
    case "oneOf": {
      const second = connectionsOf(error.data)[1];
      return second === undefined
        ? { pointer: at, part: "value" }
        : { pointer: pointTo(at, second), part: "key" };
    }
    default:
      return { pointer: at, part: "value" };
  }
}
