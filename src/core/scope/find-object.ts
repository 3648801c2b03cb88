import { put } from "../json/value.ts";
import { candidate, MAYBE, NO, sizes, type Atoms, type Found, type Goal } from "./find.ts";
import { shapeOf, type Others, type Shape, type Tools } from "./object-shape.ts";
import { otherProperty, type Property } from "./other-property.ts";

const MAX_FILLERS = 300;

/** Looks for an object that meets atoms on objects. */
export function findObject(atoms: Atoms, tools: Tools): Found {
  const { min, max } = sizes(atoms);
  const shape = shapeOf(atoms, tools);
  if (min > max || shape.required.size > max) return NO;
  if (max < 1 && shape.demands.length > 0) return NO;
  const object = new Map<string, Found>();
  for (const name of shape.required) {
    const found = tools.search.find(shape.named.get(name) ?? []);
    if (found.is === "no") return NO;
    object.set(name, found);
  }
  for (const { set, goal } of shape.demands) {
    const [name, found] = placeDemand(shape, set, goal, object, max, tools);
    if (found.is === "no") return NO;
    if (name === undefined) return MAYBE;
    object.set(name, found);
  }
  return object.size >= min ? asObject(object) : fill(shape, object, min, tools);
}

/**
 * A name and a value for what must be somewhere: under a name of its own if there is room, else under one that is
 * named. `no` only when it can be nowhere.
 */
function placeDemand(
  shape: Shape,
  set: Others,
  goal: Goal,
  object: ReadonlyMap<string, Found>,
  max: number,
  tools: Tools,
): Property {
  let best: Property = [undefined, NO];
  if (shape.required.size < max) {
    best = otherProperty(shape, set, goal, object, tools);
    if (best[1].is === "yes") return best;
  }
  for (const [name, goals] of shape.named) {
    if (!shape.required.has(name) && shape.required.size >= max) continue;
    if (tools.evaluator.contains(set, name) === false) continue;
    const found = tools.search.find([...goals, goal]);
    if (found.is === "yes") return [name, found];
    if (found.is === "maybe" && (best[1].is === "no" || best[0] === undefined)) best = [name, found];
  }
  return best;
}

/** More properties, as many as the object must have at least. `no` when there are not that many possible names. */
function fill(shape: Shape, object: Map<string, Found>, min: number, tools: Tools): Found {
  const { search, store } = tools;
  const all: Others = { except: new Set(), node: store.anything };
  const other = otherProperty(shape, all, undefined, object, tools);
  let possible = 0;
  for (const [name, goals] of shape.named) {
    const found = object.get(name) ?? search.find(goals);
    if (found.is === "no") continue;
    possible++;
    if (object.size < min && "value" in found) object.set(name, found);
  }
  if (other[1].is === "no" && possible < min) return NO;
  for (let added = 0; object.size < min && added < MAX_FILLERS; added++) {
    const [name, found] = otherProperty(shape, all, undefined, object, tools);
    if (name === undefined) return MAYBE;
    object.set(name, found);
  }
  return object.size >= min ? asObject(object) : MAYBE;
}

function asObject(object: ReadonlyMap<string, Found>): Found {
  const value: Record<string, unknown> = {};
  for (const [name, found] of object) {
    if (!("value" in found)) return MAYBE;
    put(value, name, found.value);
  }
  return candidate(value);
}
