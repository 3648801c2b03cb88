/** What the strict GitHub knows of GraphQL is part of what GitHub says it has: so what passes here passes there. */
import { schema as published } from "@octokit/graphql-schema";
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from "graphql";
import { describe, expect, it } from "vitest";
import { SCHEMA } from "./graphql.ts";

const REAL = buildSchema(published.idl, { assumeValid: true });

const ours = Object.values(SCHEMA.getTypeMap()).filter(({ name }) => !name.startsWith("__"));

/** The lines that say what a type is, as comparable texts. */
function factsOf(type: GraphQLNamedType, schema: GraphQLSchema): Set<string> {
  const facts = new Set<string>([type.constructor.name]);
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      facts.add(`${field.name}: ${field.type.toString()}`);
      for (const { name, type: of } of field.args) facts.add(`${field.name}(${name}: ${of.toString()})`);
    }
    for (const { name } of type.getInterfaces()) facts.add(`implements ${name}`);
  }
  if (isInputObjectType(type))
    for (const field of Object.values(type.getFields())) facts.add(`${field.name}: ${field.type.toString()}`);
  if (isEnumType(type)) for (const { name } of type.getValues()) facts.add(name);
  if (isUnionType(type)) for (const { name } of schema.getPossibleTypes(type)) facts.add(`| ${name}`);
  return facts;
}

/** What GitHub needs of a caller: arguments and keys that must be given. */
function needsOf(type: GraphQLNamedType, known: GraphQLNamedType): string[] {
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap(({ name, type: of }) =>
      of.toString().endsWith("!") ? [name] : [],
    );
  if (!isObjectType(type) || !isObjectType(known)) return [];
  return Object.keys(known.getFields()).flatMap((name) =>
    (type.getFields()[name]?.args ?? []).flatMap((arg) =>
      arg.type.toString().endsWith("!") && arg.defaultValue === undefined ? [`${name}(${arg.name})`] : [],
    ),
  );
}

describe("the strict GitHub's schema", () => {
  it.each(ours.map((type) => [type.name, type] as const))("has of %s only what GitHub has", (name, type) => {
    const real = REAL.getType(name);
    expect(real).toBeDefined();
    if (real === undefined) return;
    const facts = factsOf(real, REAL);
    expect([...factsOf(type, SCHEMA)].filter((fact) => !facts.has(fact))).toEqual([]);
    const said = [...factsOf(type, SCHEMA)].join("\n");
    for (const need of needsOf(real, type)) expect(said).toContain(need.replace(")", ""));
  });

  it("is not compared with nothing", () => expect(ours.length).toBeGreaterThan(50));
});
