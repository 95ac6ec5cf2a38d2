import { planarPose } from '../../src/core/base/pose.ts';
import { between, integerBelow, pick, type Random, seededRandom } from '../../src/core/base/random.ts';
import { VirtualTime } from '../../src/core/base/virtual-time.ts';
import { buildingOf } from '../../src/core/buildings/building.ts';
import { SimulatedNetwork } from '../../src/core/bus/simulated.ts';
import { Host } from '../../src/core/host/host.ts';
import { type Place, readSite, type Site, writeEdl } from '../../src/core/maps/maps.ts';
import type { Journey } from '../../src/core/navigation/journey.ts';
import { Navigator } from '../../src/core/navigation/navigator.ts';
import { pathsOn } from '../../src/core/navigation/paths-on.contract.ts';
import { collisionBodyOf, distanceBetween, postured } from '../../src/core/physics/physics.ts';
import { amigobot } from '../../src/core/robots/catalog/amigobot.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { catalog, draftOf, type Model } from '../../src/core/robots/robots.ts';
import { Participant } from '../../src/core/world/world.ts';

/** Two rooms of 5 x 6 m, and a door of 1.1 m between them. */
const [LENGTH_M, WIDTH_M, DOOR_M] = [10, 6, 1.1];
const OWNERS = 4;
const ROBOTS = 8;
/** Who stands there leaves the others room to pass. */
const APART_M = 1.15;
const FROM_DOOR_M = 1.4;
const FROM_WALLS_M = 0.5;
const FROM_LEAF_M = 0.7;
const PATIENCE_MS = 600_000;
const LOOK_EVERY_MS = 200;

export interface Swapped {
  readonly arrived: number;
  /** Why the others did not, what was cut short, and errors. */
  readonly problems: readonly string[];
  /** How often a motion was cut short because something was in its way. */
  readonly contacts: number;
  /** The nearest that any two robots came to each other, metres; 1 where it was more. */
  readonly nearestM: number;
  /** Until the last had arrived, in world time. */
  readonly tookMs: number;
}

function twoRooms(): Site {
  const unnamed = { name: undefined };
  const floor = writeEdl({
    lengthCm: 100 * LENGTH_M,
    widthCm: 100 * WIDTH_M,
    members: [
      { kind: 'WALL', xCm: 50 * LENGTH_M, yCm: 50 * WIDTH_M, thetaDeg: 90, longCm: 100 * WIDTH_M, ...unnamed },
      { kind: 'DOOR', xCm: 50 * LENGTH_M, yCm: 50 * WIDTH_M, thetaDeg: 0, wideCm: 100 * DOOR_M, ...unnamed },
    ],
  });
  const { site, concerns } = readSite(
    JSON.stringify({ name: 'Two rooms', floors: [{ name: 'Ground', heightCm: 0, edl: floor }], elevators: [] }),
  );
  if (!site) throw new Error(JSON.stringify(concerns));
  return site;
}

/** Four places in each room. */
function placesIn(random: Random, room: 0 | 1): Place[] {
  for (;;) {
    const places: Place[] = [];
    for (let tries = 0; tries < 300 && places.length < ROBOTS / 2; tries++) {
      const x = between(random, FROM_WALLS_M, LENGTH_M / 2 - FROM_WALLS_M) + (room * LENGTH_M) / 2;
      const y = between(random, FROM_WALLS_M, WIDTH_M - FROM_WALLS_M);
      const isFree = places.every((other) => Math.hypot(x - other[0], y - other[1]) > APART_M);
      // Its leaf stands open into the room on the right.
      const fromLeafM = Math.hypot(Math.max(0, x - LENGTH_M / 2 - DOOR_M), y - (WIDTH_M - DOOR_M) / 2);
      if (isFree && fromLeafM > FROM_LEAF_M && Math.hypot(x - LENGTH_M / 2, y - WIDTH_M / 2) > FROM_DOOR_M) places.push([x, y]);
    }
    if (places.length === ROBOTS / 2) return places;
  }
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const left = [...items];
  return items.map(() => left.splice(integerBelow(random, left.length), 1)[0] as T);
}

interface Robot {
  readonly id: string;
  readonly at: Place;
  readonly goal: Place;
}

/** Each is to go to where one of the other room stands. */
function castOf(random: Random): Robot[] {
  const rooms = [placesIn(random, 0), placesIn(random, 1)];
  const goals = [shuffled(random, rooms[1] ?? []), shuffled(random, rooms[0] ?? [])];
  return rooms.flatMap((places, room) => places.map((at, index) => ({ id: `r${room}${index}`, at, goal: goals[room]?.[index] ?? at })));
}

/** Two rooms with four owners of robots, on a simulated network, in virtual time. */
class Rooms implements Disposable {
  readonly time = new VirtualTime();
  readonly owners: Participant[] = [];
  readonly navigators: Navigator[] = [];
  readonly problems: string[] = [];
  readonly #hosts: Host[] = [];
  readonly #site = twoRooms();
  readonly #building = buildingOf(this.#site);
  readonly #known = new Map([...catalog, ...this.#building.models].map((model) => [model.id, model]));

  readonly models = (id: string): Model | undefined => this.#known.get(id);

  async open(seed: number): Promise<void> {
    const report = (error: unknown) => void this.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const network = new SimulatedNetwork({ time: this.time, random: seededRandom(seed), report });
    const paths = pathsOn(this.#site);
    for (let index = 0; index < OWNERS; index++) {
      const node = network.node(`owner-${index}`);
      const ports = { bus: node.connect(), clock: node.clock, random: seededRandom(1000 * seed + index), report };
      const founder = index === 0 ? { founder: { incarnation: 1, cellM: 0 } } : {};
      const owner = await this.time.until(
        Participant.join({ ...ports, world: 'rooms', name: `Owner ${index}`, isKeeper: true, ...founder }),
      );
      this.owners.push(owner);
      this.#hosts.push(new Host(owner, { ...ports, models: this.models, latencyMs: () => 40 }));
      this.navigators.push(new Navigator(owner, { ...ports, models: this.models, paths }));
    }
    await this.pass(500);
    for (const { id, draft } of this.#building.entities) await this.time.until(this.owner(0).insert(draft, id));
  }

  owner(index: number): Participant {
    return this.owners[index % OWNERS] as Participant;
  }

  pass(ms: number): Promise<void> {
    return this.time.run(this.time.now + ms);
  }

  /** How near any two robots are to each other, if that is nearer than `withinM`. */
  nearest(ids: readonly string[], withinM: number): number {
    const bodies = ids.flatMap((id) => {
      const view = this.owner(0).entity(id);
      const model = view && this.models(view.description.model);
      if (!view || !model) return [];
      const { pose, values } = view.posture;
      return [{ pose, body: () => postured(collisionBodyOf(model), pose, values) }];
    });
    let nearestM = withinM;
    for (const [index, one] of bodies.entries()) {
      for (const other of bodies.slice(index + 1)) {
        if (Math.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y) > nearestM + 1) continue;
        nearestM = Math.min(nearestM, distanceBetween(one.body(), other.body(), nearestM) ?? nearestM);
      }
    }
    return nearestM;
  }

  [Symbol.dispose](): void {
    for (const part of [...this.navigators, ...this.#hosts]) part[Symbol.dispose]();
  }
}

/** Sends all, one soon after the other; some by who does not own them. */
async function sendAll(rooms: Rooms, robots: readonly Robot[], random: Random): Promise<Map<string, Journey>> {
  const journeys = new Map<string, Journey>();
  for (const [index, { id, goal }] of shuffled(random, robots).entries()) {
    const owner = robots.findIndex((robot) => robot.id === id);
    const navigator = rooms.navigators[(random.next() < 0.7 ? owner : index) % OWNERS] as Navigator;
    journeys.set(id, navigator.sendTo(id, { x: goal[0], y: goal[1], headingRad: index % 2 === 0 ? 0 : undefined }));
    await rooms.pass(between(random, 0, 400));
  }
  return journeys;
}

/** Eight robots of four owners, four in each of two rooms, swap sides through the door. */
export async function swapThroughDoor(seed: number): Promise<Swapped> {
  const random = seededRandom(seed);
  using rooms = new Rooms();
  await rooms.open(seed);
  const robots = castOf(random);
  for (const [index, { id, at }] of robots.entries()) {
    const draft = draftOf(pick(random, [pioneer3dx, pioneer3dx, amigobot]), {
      pose: planarPose(at[0], at[1], between(random, -3, 3)),
      name: id,
    });
    await rooms.time.until(rooms.owner(index).insert(draft, id));
  }
  await rooms.pass(500);
  const cuts = new Set<string>();
  const watcher = rooms.owner(0);
  watcher.changes.on(({ entity }) => {
    const view = watcher.entity(entity);
    if (view?.contact && robots.some(({ id }) => id === entity)) cuts.add(`${entity} ${view.epoch} ${view.seq} ${view.contact.with}`);
  });
  const startMs = rooms.time.now;
  const journeys = await sendAll(rooms, robots, random);
  let nearestM = 1;
  while ([...journeys.values()].some(({ hasEnded }) => !hasEnded) && rooms.time.now < startMs + PATIENCE_MS) {
    await rooms.pass(LOOK_EVERY_MS);
    const ids = robots.map(({ id }) => id);
    nearestM = rooms.nearest(ids, nearestM);
  }
  const { problems } = rooms;
  const isThere = ({ id, goal }: Robot) => {
    const { x, y } = watcher.entity(id)?.posture.pose ?? { x: 0, y: 0 };
    return Math.hypot(x - goal[0], y - goal[1]) < 0.02;
  };
  const [here, away] = [robots.filter(isThere), robots.filter((robot) => !isThere(robot))];
  for (const { id } of away)
    problems.push(`${id} ${journeys.get(id)?.progress.state}: ${journeys.get(id)?.progress.reason ?? 'no reason'}`);
  for (const cut of cuts) problems.push(`cut short: ${cut}`);
  return { arrived: here.length, problems, contacts: cuts.size, nearestM, tookMs: rooms.time.now - startMs };
}
