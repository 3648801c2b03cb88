import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { sarifJson, type SarifInput } from "../../src/core/explain/sarif.ts";
import type { SarifLog, SarifResult } from "../../src/core/explain/sarif-log.ts";
import type { SarifDrift } from "../../src/core/explain/sarif-results.ts";

const schema = JSON.parse(
  readFileSync(new URL("../fixtures/sarif/sarif-schema-2.1.0.json", import.meta.url), "utf8"),
) as Record<string, unknown>;
// Draft-04 by its header, but it says nothing that draft-07 reads in another way.
const { $schema: _, id: _id, ...plain } = schema;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const isValid = ajv.compile(plain);

/** What is wrong with a log by the SARIF 2.1.0 schema. */
export function schemaErrors(log: unknown): string[] {
  isValid(log);
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message ?? ""}`);
}

/** What is wrong with a log by the limits and needs of GitHub's code scanning, as its documentation has them. */
export function githubErrors(log: SarifLog): string[] {
  const wrong: string[] = [];
  const [{ tool, results }] = log.runs;
  const { rules } = tool.driver;
  if (results.length > 25_000) wrong.push("more than 25,000 results");
  for (const { id, shortDescription, fullDescription, help, properties } of rules) {
    if (id === "" || help.text === "") wrong.push(`${id}: no id or help`);
    for (const { text } of [shortDescription, fullDescription])
      if (text === "" || text.length > 1024) wrong.push(`${id}: description`);
    if (properties.tags.length > 20) wrong.push(`${id}: tags`);
  }
  for (const result of results) wrong.push(...resultErrors(result, rules[result.ruleIndex]?.id));
  return wrong;
}

function resultErrors(result: SarifResult, rule: string | undefined): string[] {
  const wrong: string[] = [];
  const { ruleId, message, locations, partialFingerprints } = result;
  if (rule !== ruleId) wrong.push(`${ruleId}: not the rule at its index`);
  if (message.text.trim() === "") wrong.push(`${ruleId}: no message`);
  if (!/^[0-9a-f]{64}:1$/.test(partialFingerprints["primaryLocationLineHash"] ?? ""))
    wrong.push("fingerprint");
  const { artifactLocation, region } = locations[0].physicalLocation;
  if (/^(?:[a-z]+:|\/)/i.test(artifactLocation.uri)) wrong.push(`${ruleId}: not relative`);
  const { startLine, startColumn, endLine, endColumn } = region;
  const isRegion = startLine >= 1 && startColumn >= 1 && endLine === startLine && endColumn > startColumn;
  if (!isRegion) wrong.push(`${ruleId}: region`);
  return wrong;
}

/** A log as text and as a value. */
export function logOf(input: Partial<SarifInput> & Pick<SarifInput, "drifts">): {
  text: string;
  log: SarifLog;
  results: readonly SarifResult[];
} {
  const text = sarifJson({ version: "1.2.3", ...input });
  const log = JSON.parse(text) as SarifLog;
  return { text, log, results: log.runs[0].results };
}

/** A drift about a file of which nothing is known but its path. */
export function about(told: Pick<SarifDrift, "drift"> & Partial<SarifDrift>): SarifDrift {
  return { options: {}, file: { path: "registry/cards/claims-tools.yaml" }, ...told };
}
