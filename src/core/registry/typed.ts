import type { FromSchema, JSONSchema } from "json-schema-to-ts";

/** A type that nobody writes to, all the way down. */
type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

/** What a valid value of a shape is; keys with a default are there, because parsing fills them in. */
export type Typed<Shape extends JSONSchema> = Frozen<FromSchema<Shape>>;
