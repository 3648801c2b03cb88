import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** Whether plain ajv accepts a value. No schema accepts any. */
export function acceptsAs(schema: unknown, dialect: string, value: unknown): boolean {
  const options = { strict: false, logger: false as const, validateSchema: false, ownProperties: true };
  const ajv = dialect === "2020-12" ? new Ajv2020(options) : new Ajv(options);
  addFormats.default(ajv);
  if (typeof schema !== "object" || schema === null) return schema !== false;
  const { $schema: _, ...rest } = schema as Record<string, unknown>;
  return ajv.compile(rest)(value);
}
