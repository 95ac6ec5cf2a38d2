/** Several clients of Colyseus in one process. What they hold is compared with the truth at the tick it was sent for: its age is not held against it. */
import { Client, type Room } from '@colyseus/sdk';
import { seededRandom } from '../../src/core/base/random.ts';
import { ErrorLog, type ErrorSummary } from '../harness/error-log.ts';
import { angleOf, Fleet } from '../harness/motion.ts';
import { serveRole } from '../harness/role.ts';
import { type Scenario, someInSight } from '../harness/scenario.ts';
import type { WorldState } from './colyseus-state.ts';

const errors = new ErrorLog();
const random = seededRandom(11);
let scenario: Scenario;
let fleet: Fleet;
let patches = 0;

function compare(client: number, state: WorldState): void {
  patches++;
  const ms = state.tick * scenario.tickMs;
  fleet.advanceTo(ms);
  // Another client of this process is a tick ahead: the truth of this one has passed.
  if (fleet.timeMs > ms) return;
  // Of a view that has not come yet there is nothing.
  const robots: WorldState['robots'] | undefined = state.robots;
  for (const { robot, x, y, yawRad } of someInSight(scenario, client, fleet, ms, random)) {
    const held = robots?.get(`r${robot}`);
    if (held) errors.add(Math.hypot(held.x - x, held.y - y), angleOf(held.yawRad - yawRad));
    else errors.addMissing();
  }
}

const handlers = {
  /** `measured`: compare with the truth; the others only decode. */
  async join(options: { url: string; scenario: Scenario; from: number; to: number; measured: 'yes' | 'no' }): Promise<void> {
    scenario = options.scenario;
    fleet = new Fleet(scenario.fleet);
    for (let client = options.from; client < options.to; client++) {
      const room: Room<unknown, WorldState> = await new Client(options.url).joinOrCreate('world', { client });
      if (options.measured === 'yes') room.onStateChange((state: WorldState) => compare(client, state));
    }
  },
  clear(): void {
    errors.clear();
    patches = 0;
  },
  report: (): { errors: ErrorSummary; patches: number } => ({ errors: errors.summary(), patches }),
};
export type ColyseusClients = typeof handlers;

serveRole(handlers);
