import { setImmediate as soon } from 'node:timers/promises';
import type { Fault } from '../../src/storage/faulty-dialect.contract.ts';

/** Turns of the event loop in which a caller would hear of a write that is acknowledged too early. */
const TURNS = 100;

/** Ends this process as a crash does, whatever is under way. */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

/** When a process may die over a commit. */
export const DYING = {
  'before-the-database-has-it': async () => {
    for (let turn = 0; turn < TURNS; turn++) await soon();
    return await die();
  },
  'while-the-database-does-it': async (pass) => {
    const passing = pass();
    await die();
    return await passing;
  },
  'before-the-answer-is-heard': async (pass) => {
    const answer = await pass();
    await die();
    return answer;
  },
} satisfies Record<string, Fault>;

export type Moment = keyof typeof DYING;
export const MOMENTS = Object.keys(DYING).filter(isMoment);

export function isMoment(text: string | undefined): text is Moment {
  return text !== undefined && Object.hasOwn(DYING, text);
}
