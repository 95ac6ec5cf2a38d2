/** What the program tells whoever started it. */
export const EXIT = { ok: 0, failure: 1, badUsage: 2, notJoined: 3, stale: 4 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_HELP = `
Exit codes:
  0  all went well
  1  something failed: a command of a script, an import, a map with errors, or the hub could not start
  2  bad usage
  3  the hub or world could not be reached or joined, or the hub ended the link for good
  4  the value is stale: too old, or nobody can say how old it is`;
