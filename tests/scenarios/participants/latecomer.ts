/** `latecomer.ts PAUSE-MS NAME`: tries to join over and over where it is told to, and prints what it is told each time. */
import { joinWorld, RefusedError } from '../../../src/library/manyhands.ts';
import { goWhereTold, type Resting } from './told-where.ts';

export type LatecomerLine = Resting | Attempt;

export type Attempt =
  | { readonly event: 'refused'; readonly url: string; readonly reason: string; readonly text: string }
  | { readonly event: 'joined'; readonly url: string };

const [pauseMs = '', name = ''] = process.argv.slice(2);
await goWhereTold(Number(pauseMs), async (url) => console.log(JSON.stringify(await attempt(url))));

async function attempt(url: string): Promise<Attempt> {
  try {
    await using _ = await joinWorld(url, { name });
    return { event: 'joined', url };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { event: 'refused', url, reason: error.reason, text: error.message };
  }
}
