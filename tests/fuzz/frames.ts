import { WebSocket } from 'ws';
import { delay } from '../../src/core/base/clock.ts';
import { chance, integerBelow, pick, type Random, seededRandom } from '../../src/core/base/random.ts';
import { encodeFrame } from '../../src/core/bus/frames.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { closeReasonOf } from '../../src/transports/socket/close-reason.ts';
import { hello } from '../../src/transports/socket/door-harness.contract.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { hostileFrame } from './frame-mutations.ts';
import { Neighbours } from './neighbours.ts';

const ATTACKERS = 4;
const QUIET_SECONDS = 1;
/** An attacker that is not closed leaves by itself. */
const PATIENCE_MS = 50;

export interface FuzzReport {
  readonly seed: number;
  readonly links: number;
  readonly frames: number;
  /** How often a link ended for each reason; `left`: the attacker went by itself. */
  readonly closed: Readonly<Record<string, number>>;
  readonly quietP99Ms: number;
  readonly p99Ms: number;
  readonly problems: readonly string[];
}

/** Throws frames at a door in another process for so long, while two neighbours live there. The seed decides what each link sends. */
export async function fuzzFrames({ seconds, seed }: { seconds: number; seed: number }): Promise<FuzzReport> {
  await using door = StartedProcess.start('the door', 'tests/fuzz/door-process.ts', []);
  const url = await door.until('its address', ({ value }) => (value as { url?: string }).url);
  await using neighbours = await Neighbours.move(url);
  const quietP99Ms = await neighbours.live(QUIET_SECONDS);
  const attack = new Attack(url);
  const endMs = systemClock.now() + seconds * 1000;
  const attackers = Array.from({ length: ATTACKERS }, (_, i) => attack.run(seededRandom(seed * ATTACKERS + i), endMs));
  const [p99Ms] = await Promise.all([neighbours.live(seconds), ...attackers]);
  const problems = [...neighbours.problems, ...attack.problems];
  for (const { value } of door.lines)
    if (typeof value === 'object' && value !== null && 'reported' in value) problems.push(String(value.reported));
  return { seed, links: attack.links, frames: attack.frames, closed: Object.fromEntries(attack.closed), quietP99Ms, p99Ms, problems };
}

class Attack {
  /** Each once: what is wrong with one link is mostly wrong with thousands. */
  readonly problems = new Set<string>();
  readonly closed = new Map<string, number>();
  readonly #url: string;
  links = 0;
  frames = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async run(random: Random, endMs: number): Promise<void> {
    while (systemClock.now() < endMs) {
      const reason = await this.#attack(random, `mallory-${this.links++}`);
      this.closed.set(reason, (this.closed.get(reason) ?? 0) + 1);
    }
  }

  async #attack(random: Random, name: string): Promise<string> {
    const socket = new WebSocket(this.#url);
    const ended = new Promise<number>((resolve) => {
      socket.on('close', (code) => resolve(code));
      socket.on('error', () => undefined);
    });
    await Promise.race([new Promise((resolve) => socket.once('open', resolve)), ended]);
    if (chance(random, 0.9)) socket.send(encodeFrame(hello(name)));
    const mood = chance(random, 0.5) ? 'sly' : 'wild';
    for (let sends = 1 + integerBelow(random, mood === 'sly' ? 200 : 20); sends > 0 && socket.readyState === socket.OPEN; sends--) {
      this.frames++;
      const garble = mood === 'wild' && chance(random, 0.02);
      socket.send(hostileFrame(random, mood), { binary: !garble, fin: !garble });
      if (chance(random, 0.5)) await delay(systemClock, 0);
    }
    const left = delay(systemClock, integerBelow(random, PATIENCE_MS)).then(() => 'left' as const);
    const end = await Promise.race([ended, left]);
    pick(random, [() => socket.terminate(), () => socket.close(1000), () => socket.close(4999, 'x')])();
    return end === 'left' ? end : this.#nameOf(end);
  }

  /** 1000: the attacker said goodbye. 1006: a broken link, of which there are none here, for the hub stays and names its reasons. */
  #nameOf(code: number): string {
    const reason = closeReasonOf(code) ?? (code === 1000 ? 'goodbye' : undefined);
    if (reason === undefined) this.problems.add(`a link was closed with ${code}, which names no reason`);
    return reason ?? String(code);
  }
}
