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

/** Nothing may go wrong in a bench: what did is shown, and the measurement is not worth anything. */
function report(error: unknown): void {
  console.error(error);
  process.exit(1);
}
