import type { Mutant } from './mutant.ts';

/** Faults in who is let in, and as whom. */
export const ADMISSION: readonly Mutant[] = [
  {
    name: 'enters-any-world',
    about: 'a link for one world opens the door of another',
    edits: [
      {
        file: 'src/hub/gatekeeper.ts',
        symbol: 'HubGatekeeper.admit',
        find: 'if (!mayEnter(session, applicant.world))',
        replace: 'if (applicant.world === undefined)',
      },
    ],
    killedBy: { file: 'src/hub/rights.test.ts', title: 'is closed to links for another world' },
  },
];
