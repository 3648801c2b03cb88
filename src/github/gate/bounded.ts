/** Values that are kept as long as there is room; those that were not asked for longest go first. */
export interface BoundedCache<Value> {
  readonly get: (key: string) => Value | undefined;
  /** `weight`: how much of the room it takes. One that is larger than all of it is not kept. */
  readonly set: (key: string, value: Value, weight?: number) => void;
}

/** Makes an empty cache with this much room. */
export function createBoundedCache<Value>(room: number): BoundedCache<Value> {
  const kept = new Map<string, { readonly value: Value; readonly weight: number }>();
  let used = 0;
  const drop = (key: string): void => {
    used -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set: (key, value, weight = 1) => {
      drop(key);
      if (weight > room) return;
      kept.set(key, { value, weight });
      used += weight;
      for (const oldest of kept.keys()) {
        if (used <= room) return;
        drop(oldest);
      }
    },
  };
}
