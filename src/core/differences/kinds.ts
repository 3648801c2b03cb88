/** What a kind of change is about: permission is judged for scope; the other two leave scope as it is. */
export type ChangeClass = "permission" | "behaviour" | "wording";

/** One kind of change: its class, and what it says in one sentence. */
export interface KindEntry {
  readonly class: ChangeClass;
  readonly doc: string;
}

const permission = (doc: string): KindEntry => ({ class: "permission", doc });
const behaviour = (doc: string): KindEntry => ({ class: "behaviour", doc });
const wording = (doc: string): KindEntry => ({ class: "wording", doc });

/**
 * Every kind of difference between two schemas. The ids are stable: people write tests against them. Which of two
 * differences widens is not in the kind: it follows from the place (a smaller limit under `not` widens), so each
 * difference is decided for itself.
 */
export const SCHEMA_CHANGES = {
  "field-added": permission("The schema declares a field that it did not declare."),
  "field-removed": permission("The schema no longer declares a field."),
  "field-required": permission("A field became required."),
  "field-optional": permission("A field is no longer required."),
  "type-added": permission("More types of value are permitted."),
  "type-removed": permission("Fewer types of value are permitted."),
  "type-changed": permission("Other types of value are permitted."),
  "type-limited": permission("The type of value was free and is now said."),
  "type-freed": permission("The type of value is no longer said."),
  "values-added": permission("A list of permitted values has more of them."),
  "values-removed": permission("A list of permitted values has fewer of them."),
  "values-limited": permission("The value was free and is now one of a list."),
  "values-freed": permission("The value is no longer one of a list."),
  "limit-added": permission("A number, length or count got a limit that it did not have."),
  "limit-removed": permission("A limit of a number, length or count is gone."),
  "limit-raised": permission("A limit of a number, length or count is a higher number."),
  "limit-lowered": permission("A limit of a number, length or count is a lower number."),
  "step-added": permission("Numbers must now be a multiple of a step (multipleOf)."),
  "step-removed": permission("Numbers need no longer be a multiple of a step (multipleOf)."),
  "step-changed": permission("Numbers must be a multiple of another step (multipleOf)."),
  "pattern-added": permission("A text must now match a pattern."),
  "pattern-removed": permission("A text need no longer match a pattern."),
  "pattern-changed": permission("A text must match another pattern."),
  "format-added": permission("A text must now have a format."),
  "format-removed": permission("A text need no longer have a format."),
  "format-changed": permission("A text must have another format."),
  "undeclared-opened": permission("Fields that the schema does not declare are refused less than before."),
  "undeclared-closed": permission("Fields that the schema does not declare are refused more than before."),
  "undeclared-changed": permission("Fields that the schema does not declare must be otherwise than before."),
  "items-limited": permission("The items of a list were free and now have a schema."),
  "items-freed": permission("The items of a list no longer have a schema."),
  "items-changed": permission(
    "The items that no other keyword looks at must be otherwise (unevaluatedItems).",
  ),
  "items-position-added": permission("One more position of a list has a schema of its own."),
  "items-position-removed": permission("A position of a list no longer has a schema of its own."),
  "unique-added": permission("The items of a list must now differ from each other."),
  "unique-removed": permission("The items of a list may now be equal."),
  "contains-added": permission("A list must now contain a certain item."),
  "contains-removed": permission("A list need no longer contain a certain item."),
  "contains-changed": permission("A list must contain another item."),
  "map-pattern-added": permission("Fields whose names match a pattern now have a schema of their own."),
  "map-pattern-removed": permission(
    "Fields whose names match a pattern no longer have a schema of their own.",
  ),
  "names-limited": permission("The names of fields must now satisfy a schema."),
  "names-freed": permission("The names of fields need no longer satisfy a schema."),
  "names-changed": permission("The names of fields must satisfy another schema."),
  "dependency-added": permission("The presence of one field now demands something of the others."),
  "dependency-removed": permission("The presence of one field no longer demands anything of the others."),
  "dependency-changed": permission("The presence of one field demands something else of the others."),
  "branch-added": permission("A composition (anyOf, oneOf, allOf) has one more branch."),
  "branch-removed": permission("A composition (anyOf, oneOf, allOf) has one branch less."),
  "composition-added": permission("The schema got a composition (anyOf, oneOf, allOf) that it did not have."),
  "composition-removed": permission("A composition (anyOf, oneOf, allOf) is gone."),
  "composition-changed": permission("The branches of a composition are joined otherwise (anyOf, oneOf)."),
  "condition-added": permission("The schema got a condition (if, then, else) that it did not have."),
  "condition-removed": permission("A condition (if, then, else) is gone."),
  "condition-changed": permission("A condition (if, then, else) is another one."),
  "negation-added": permission("Something is now excluded (not)."),
  "negation-removed": permission("Something is no longer excluded (not)."),
  "negation-changed": permission("Something else is excluded (not)."),
  "reference-changed": permission(
    "A reference that can't be followed, or that stands beside other keywords, differs.",
  ),
  "keyword-changed": permission(
    "A keyword that restricts values, and that toolcard does not model, differs.",
  ),
  "dialect-changed": permission("The schema is written in another dialect of JSON Schema ($schema)."),
  "schema-replaced": permission(
    "One schema stands in the place of another, too different to compare by parts.",
  ),
  "schema-widened-jointly": permission("No single difference widens, but all of them together do."),
  "header-changed": permission("Which HTTP header an argument is copied to differs (x-mcp-header)."),
  "default-changed": behaviour("The value that stands for a missing one differs."),
  "annotation-changed": behaviour("An annotation that restricts no value differs."),
  "identifier-changed": behaviour("A name that the schema or a part of it goes by differs ($id, $anchor)."),
  "definition-changed": behaviour("A definition that nothing refers to differs."),
  "title-changed": wording("The title of the schema or of a field differs."),
  "description-changed": wording("The description of the schema or of a field differs."),
  "examples-changed": wording("The examples of a field differ."),
  "comment-changed": wording("A comment inside the schema differs ($comment)."),
} as const satisfies Record<string, KindEntry>;

/** The id of a kind of difference between two schemas. */
export type SchemaChangeKind = keyof typeof SCHEMA_CHANGES;

/** The class of every kind of difference between two schemas. */
export const SCHEMA_CHANGE_KINDS: Readonly<Record<SchemaChangeKind, ChangeClass>> = classes(SCHEMA_CHANGES);

/** The class of each entry of a catalogue. */
export function classes<K extends string>(catalogue: Readonly<Record<K, KindEntry>>): Record<K, ChangeClass> {
  const entries = Object.entries<KindEntry>(catalogue).map(([kind, entry]) => [kind, entry.class]);
  return Object.fromEntries(entries) as Record<K, ChangeClass>;
}
