import pLimit from "p-limit";

/** Works things off in order: one after the other for one key, some at once for different ones. */
export interface Queue {
  /**
   * Does the work after all that was added before under this key. Work of the same name that still waits there stands for
   * this one too: it has not looked at anything yet. Rejects as the work does.
   */
  readonly add: (key: string, name: string, work: () => Promise<void>) => Promise<void>;
  /** When nothing waits and nothing is being done any more. */
  readonly idle: () => Promise<void>;
}

interface Line {
  last: Promise<unknown>;
  readonly waiting: Map<string, Promise<void>>;
}

/** @param atOnce how many keys are worked on at once */
export function createQueue(atOnce: number): Queue {
  const limit = pLimit(atOnce);
  const lines = new Map<string, Line>();
  const add: Queue["add"] = (key, name, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), waiting: new Map() };
    lines.set(key, line);
    const same = line.waiting.get(name);
    if (same !== undefined) return same;
    const turn = line.last.then(() =>
      limit(() => {
        line.waiting.delete(name);
        return work();
      }),
    );
    line.waiting.set(name, turn);
    const last = turn
      .catch(() => {})
      .finally(() => {
        if (line.last === last) lines.delete(key);
      });
    line.last = last;
    return turn;
  };
  const idle = async (): Promise<void> => {
    while (lines.size > 0) await Promise.all([...lines.values()].map(({ last }) => last));
  };
  return { add, idle };
}
