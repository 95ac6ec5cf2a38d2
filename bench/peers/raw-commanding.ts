/** The same words on the same way through a bare `ws` relay: operator, relay, owner, relay, and from there to all. */
import { startRole } from '../harness/conductor.ts';
import type { RawParties } from './raw-parties.ts';
import type { RawRelay } from './raw-relay.ts';

const PARTIES = 3;

export async function commandRaw(clients: number, counts: { warmUp: number; measured: number }): Promise<Float64Array> {
  await using relay = startRole<RawRelay>('peers/raw-relay.ts');
  await using owner = startRole<RawParties>('peers/raw-parties.ts');
  await using operator = startRole<RawParties>('peers/raw-parties.ts');
  await using load = startRole<RawParties>('peers/raw-parties.ts', { priority: 'background' });
  const { url } = await relay.ask('listen');
  await owner.ask('own', { url });
  await load.ask('watch', { url, count: clients - PARTIES });
  await operator.ask('operate', { url });
  await operator.ask('command', counts.warmUp);
  // Awaited here: the roles end with this function.
  return await operator.ask('command', counts.measured);
}
