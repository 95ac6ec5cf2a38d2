/** Commands through Manyhands: an operator and a watcher in one process, the robot's owner in another, the other clients in a third. */
import { startRole } from '../harness/conductor.ts';
import type { Scenario } from '../harness/scenario.ts';
import type { HubServer } from './hub-server.ts';
import type { Operator } from './operator.ts';
import type { Owners } from './owners.ts';
import type { Watchers } from './watchers.ts';

/** Operator, watcher and owner are clients too. */
const PARTIES = 3;

export async function commandManyhands(clients: number, counts: { warmUp: number; measured: number }): Promise<Float64Array> {
  const scenario: Scenario = {
    fleet: { seed: 4, robots: 1, arenaM: 1, temper: 'wandering' },
    clients,
    tickMs: 50,
    bound: { lengthM: 0, angleRad: 0 },
    sight: undefined,
  };
  await using hub = startRole<HubServer>('ours/hub-server.ts');
  await using owner = startRole<Owners>('ours/owners.ts');
  await using operator = startRole<Operator>('ours/operator.ts');
  await using load = startRole<Watchers>('ours/watchers.ts', { priority: 'background' });
  const { url } = await hub.ask('listen');
  await owner.ask('join', { urls: [url], scenario });
  await load.ask('join', { urls: [url], scenario, from: 0, to: clients - PARTIES, measured: 'no' });
  await operator.ask('join', { url });
  await operator.ask('command', counts.warmUp);
  // Awaited here: the roles end with this function.
  return await operator.ask('command', counts.measured);
}
