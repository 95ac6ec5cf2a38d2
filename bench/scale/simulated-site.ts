/** A world over several hubs with many participants, in virtual time: the project's core and its simulated network, without a fault. */
import { planarPose, planarTwist } from '../../src/core/base/pose.ts';
import { seededRandom } from '../../src/core/base/random.ts';
import { VirtualTime } from '../../src/core/base/virtual-time.ts';
import { SimulatedNetwork } from '../../src/core/bus/simulated.ts';
import { THRESHOLD } from '../../src/core/world/dead-reckoning.ts';
import { regionOf, regionsAround } from '../../src/core/world/region.ts';
import { VouchedBackbone } from '../../src/core/world/vouched-backbone.ts';
import { Participant } from '../../src/core/world/world.ts';
import { Fleet, viewpointAt } from '../harness/motion.ts';
import { countedBackbone, type Flows, Tally } from './tally.ts';
import type { Site } from './traffic-model.ts';

export interface SitePlan {
  readonly hubs: number;
  /** Half of them are programs that own robots, and half are people who look around. */
  readonly participants: number;
}

export interface Simulated {
  readonly site: Site;
  readonly entities: number;
  /** Per second, of the window. */
  readonly published: Flows;
  readonly heard: Flows;
  readonly delivered: Flows;
}

const WORLD = 'site';
const FLOOR = 'f0';
/** Of each program: the first drives, the others stand. */
const ROBOTS_OF_PROGRAM = 4;
const M2_OF_ROBOT = 40;
const SETUP = { incarnation: 1, cellM: 16 };
const SIGHT_M = 25;
const TICK_MS = 50;
const SETTLE_MS = 4000;
const WINDOW_MS = 10_000;

export class SimulatedSite {
  readonly #plan: SitePlan;
  readonly #time = new VirtualTime();
  readonly #network: SimulatedNetwork;
  readonly #tally = new Tally();
  readonly #fleet: Fleet;
  readonly #sideM: number;
  readonly #residents: Participant[] = [];
  readonly #programs: Participant[] = [];
  readonly #people: Participant[] = [];

  private constructor(plan: SitePlan) {
    this.#plan = plan;
    this.#network = new SimulatedNetwork({ time: this.#time, random: seededRandom(1), report });
    const robots = Math.floor(plan.participants / 2) * ROBOTS_OF_PROGRAM;
    this.#sideM = Math.sqrt(robots * M2_OF_ROBOT);
    this.#fleet = new Fleet({ seed: 6, robots, arenaM: this.#sideM, temper: 'driven' });
  }

  /** What it costs per second while all goes on. */
  static async run(plan: SitePlan): Promise<Simulated> {
    const site = new SimulatedSite(plan);
    await site.#open();
    return await site.#measure();
  }

  async #open(): Promise<void> {
    const { hubs, participants } = this.#plan;
    for (let i = 0; i < hubs; i++) this.#residents.push(await this.#time.until(this.#resident(i)));
    const programs = Math.floor(participants / 2);
    for (let i = 0; i < participants; i++) {
      const joined = await this.#time.until(this.#atDoor(i % hubs, `guest-${i}`));
      (i < programs ? this.#programs : this.#people).push(joined);
    }
    for (const [i, program] of this.#programs.entries()) {
      await this.#time.until(program.look([]));
      for (let j = 0; j < ROBOTS_OF_PROGRAM; j++) await this.#time.until(this.#insert(program, i * ROBOTS_OF_PROGRAM + j));
    }
    for (const [i, person] of this.#people.entries()) await this.#time.until(person.look([this.#lookOf(i)]));
  }

  async #measure(): Promise<Simulated> {
    const startMs = this.#time.now;
    for (let tickMs = 0; tickMs < SETTLE_MS + WINDOW_MS; tickMs += TICK_MS) this.#time.at(startMs + tickMs, () => this.#drive(tickMs));
    await this.#time.run(startMs + SETTLE_MS);
    this.#tally.clear();
    await this.#time.run(startMs + SETTLE_MS + WINDOW_MS);
    const perS = (flows: Flows): Flows =>
      Object.fromEntries(
        Object.entries(flows).map(([kind, { messages, bytes }]) => [
          kind,
          { messages: (messages * 1000) / WINDOW_MS, bytes: (bytes * 1000) / WINDOW_MS },
        ]),
      ) as Flows;
    const published = perS(this.#tally.published);
    const site = this.#siteOf(published.state.messages);
    return { site, entities: this.#fleet.size, published, heard: perS(this.#tally.heard), delivered: perS(this.#tally.delivered) };
  }

  /** By geometry, from where robots are and people look; only the rate of states is taken from what was counted. */
  #siteOf(statesPerS: number): Site {
    const { hubs, participants } = this.#plan;
    const occupied = new Map<string, number>();
    for (let robot = 0; robot < this.#fleet.size; robot++) {
      const region = regionOf(SETUP, this.#poseOf(robot));
      const isMoving = robot % ROBOTS_OF_PROGRAM === 0;
      occupied.set(region, (occupied.get(region) ?? 0) + (isMoving ? 1 : 0));
    }
    const moving = this.#programs.length;
    const seen = this.#people.map((_, i) => regionsAround(SETUP, FLOOR, this.#lookOf(i)).filter((region) => occupied.has(region)));
    const seenMoving = seen.reduce((sum, regions) => sum + regions.reduce((all, region) => all + (occupied.get(region) ?? 0), 0), 0);
    const ofHub = this.#residents.map(
      (_, hub) => new Set(seen.flatMap((regions, i) => ((i + this.#programs.length) % hubs === hub ? regions : []))).size,
    );
    const ids = [...this.#programs, ...this.#people].map(({ id }) => id.length);
    const letters = ids.reduce((sum, length) => sum + length, 0) / ids.length;
    return {
      hubs,
      participants,
      owners: this.#programs.length,
      statesPerS,
      regions: occupied.size,
      regionsOfHub: ofHub.reduce((sum, regions) => sum + regions, 0) / hubs,
      statesSeenPerS: (seenMoving * statesPerS) / moving / participants,
      regionsSeen: seen.reduce((sum, regions) => sum + regions.length, 0) / participants,
      idLetters: letters,
      nameLetters: letters,
    };
  }

  #resident(index: number): Promise<Participant> {
    const hub = hubOf(index);
    const node = this.#network.node(hub);
    return Participant.join({
      bus: this.#tally.count(hub, node.connect(), 'the hub'),
      clock: node.clock,
      random: seededRandom(100 + index),
      report,
      world: WORLD,
      name: hub,
      isKeeper: true,
      isResident: true,
      ...(index === 0 && { founder: SETUP }),
    });
  }

  #atDoor(index: number, name: string): Promise<Participant> {
    const hub = hubOf(index);
    const node = this.#network.node(hub);
    const door = new VouchedBackbone(countedBackbone(this.#tally, hub, node), {
      beat: (_, presence) => this.#residents[index]?.vouch(presence),
      command: () => undefined,
      owned: () => undefined,
    });
    return Participant.join({
      bus: door.connect(name),
      clock: node.clock,
      random: seededRandom(1000 + this.#programs.length + this.#people.length),
      report,
      world: WORLD,
      name,
    });
  }

  #insert(program: Participant, robot: number): Promise<unknown> {
    const initial = { pose: this.#poseOf(robot), values: [] };
    return program.insert({ name: `Robot ${robot}`, model: 'pioneer-3-dx', kind: 'dynamic', dofs: [], initial }, `r${robot}`);
  }

  #drive(ms: number): void {
    this.#fleet.advanceTo(ms);
    for (const [i, program] of this.#programs.entries()) {
      const robot = i * ROBOTS_OF_PROGRAM;
      const { x, y, yawRad, forwardMPerS, turnRadPerS } = this.#fleet.at(robot, ms);
      program.observe(`r${robot}`, { pose: planarPose(x, y, yawRad), twist: planarTwist(forwardMPerS, turnRadPerS) }, THRESHOLD);
    }
  }

  #poseOf(robot: number) {
    const standing = robot % ROBOTS_OF_PROGRAM !== 0;
    // Those that stand are where they were when it began.
    const { x, y, yawRad } = standing ? this.#standing(robot) : this.#fleet.at(robot, this.#fleet.timeMs);
    return planarPose(x, y, yawRad);
  }

  readonly #began = new Map<number, { x: number; y: number; yawRad: number }>();

  #standing(robot: number): { x: number; y: number; yawRad: number } {
    const known = this.#began.get(robot) ?? this.#fleet.at(robot, this.#fleet.timeMs);
    this.#began.set(robot, known);
    return known;
  }

  #lookOf(person: number) {
    return { floor: FLOOR, ...viewpointAt(person, this.#sideM, 0), radiusM: SIGHT_M };
  }
}

const hubOf = (index: number): string => `hub-${index}`;

/** Nothing may go wrong in a measurement without faults. */
function report(error: unknown): void {
  throw error;
}
