/** What the exit status of the command line says (DESIGN §8). */
export const EXIT = {
  clean: 0,
  /** Wrong usage, or a fault of toolcard itself. */
  failed: 1,
  drift: 2,
  /** The gate does not let it pass, or nobody may approve it. */
  blocked: 2,
  unreadable: 3,
  invalid: 4,
} as const;

/** An exit status of the command line. */
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** The status that counts of several: an invalid registry over an unreadable server over drift. */
export function worst(statuses: Iterable<Exit>): Exit {
  let most: Exit = EXIT.clean;
  for (const status of statuses) if (status > most) most = status;
  return most;
}
