import type { Blackboard } from '../../src/core/blackboard/blackboard.ts';
import { worldBoard } from '../../src/core/host/world-board.ts';
import { WorldMount } from '../../src/core/host/world-mount.ts';
import { Participant } from '../../src/core/world/world.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { systemRandom } from '../../src/platform/system-random.ts';
import { connectSocketBus } from '../../src/transports/socket/client.ts';

export const WORLD = 'bench';

export const robotId = (index: number): string => `r${index}`;
export const indexOf = (entity: string): number => Number(entity.slice(1));

/** As the library does it, but for a WebSocket that can be listened in on. */
export async function join(url: string, name: string, webSocket: typeof WebSocket = WebSocket): Promise<Participant> {
  const ports = { clock: systemClock, random: systemRandom, report };
  const bus = await connectSocketBus({ ...ports, url, world: WORLD, name, webSocket });
  return Participant.join({ ...ports, bus, world: WORLD, name });
}

/** Joins, and has the blackboard of that world, as the library does it. */
export async function joinBoard(url: string, name: string): Promise<Blackboard> {
  const ports = { clock: systemClock, random: systemRandom, report };
  const bus = await connectSocketBus({ ...ports, url, world: WORLD, name });
  const participant = await Participant.join({ ...ports, bus, world: WORLD, name });
  return worldBoard(participant, { bus, ...ports, mounts: [new WorldMount(participant, ports)] });
}

/** Nothing may go wrong in a bench: what did is shown, and the measurement is not worth anything. */
function report(error: unknown): void {
  console.error(error);
  process.exit(1);
}
