import { compose, ORIGIN, type Pose, planarPose, planarTwist } from '../../src/core/base/pose.ts';
import { between, type Random, seededRandom } from '../../src/core/base/random.ts';
import { VirtualTime } from '../../src/core/base/virtual-time.ts';
import { SimulatedNetwork } from '../../src/core/bus/simulated.ts';
import { grasp } from '../../src/core/host/grasping.ts';
import { Host } from '../../src/core/host/host.ts';
import { collisionBodyOf, distanceBetween, postured } from '../../src/core/physics/physics.ts';
import { smallCardboardBox } from '../../src/core/robots/catalog/boxes.ts';
import { cubePiece } from '../../src/core/robots/catalog/pieces.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../../src/core/robots/catalog/puma-560.ts';
import { workbench } from '../../src/core/robots/catalog/stands.ts';
import { catalog, draftOf, type Model, toolPose } from '../../src/core/robots/robots.ts';
import { Participant } from '../../src/core/world/world.ts';
import { loadEngine } from '../../src/dynamics/dynamics.ts';

const models = (id: string): Model | undefined => catalog.find((model) => model.id === id);

/** Owners with their hosts on a simulated network, in virtual time. */
class Floor implements Disposable {
  readonly owners: Participant[] = [];
  readonly #time = new VirtualTime();
  readonly #hosts: Host[] = [];

  static async with(count: number, seed: number): Promise<Floor> {
    const floor = new Floor();
    const report = (error: unknown) => {
      throw error;
    };
    const network = new SimulatedNetwork({ time: floor.#time, random: seededRandom(seed), report });
    for (let index = 0; index < count; index++) {
      const node = network.node(`owner-${index}`);
      const founder = index === 0 ? { founder: { incarnation: 1, cellM: 0 } } : {};
      const random = seededRandom(1000 * seed + index);
      const joining = { bus: node.connect(), clock: node.clock, random, report, world: 'floor', name: `Owner ${index}`, isKeeper: true };
      const owner = await floor.until(Participant.join({ ...joining, ...founder }));
      floor.owners.push(owner);
      const engine = await loadEngine();
      const ports = { clock: node.clock, models, latencyMs: () => 40, report: console.error, engine: () => Promise.resolve(engine) };
      floor.#hosts.push(new Host(owner, ports));
    }
    await floor.run(500);
    return floor;
  }

  owner(index: number): Participant {
    const owner = this.owners[index];
    if (!owner) throw new RangeError(`there is no owner ${index}`);
    return owner;
  }

  async put(owner: number, id: string, model: Model, pose: Pose): Promise<void> {
    await this.until(this.owner(owner).insert(draftOf(model, { pose, name: id }), id));
    await this.run(100);
  }

  run(durationMs: number): Promise<void> {
    return this.#time.run(this.#time.now + durationMs);
  }

  until<T>(promise: Promise<T>): Promise<T> {
    return this.#time.until(promise);
  }

  /** The deepest that any two of some were in each other, in anybody's eyes, while time passes; 0 when they never touched. Metres. */
  async deepest(durationMs: number, ...ids: readonly string[]): Promise<number> {
    let deepest = 0;
    for (let passedMs = 0; passedMs < durationMs; passedMs += 50) {
      await this.run(50);
      for (const owner of this.owners) {
        const bodies = ids.flatMap((id) => bodyOf(owner, id) ?? []);
        for (const [index, one] of bodies.entries())
          for (const other of bodies.slice(index + 1)) deepest = Math.max(deepest, -(distanceBetween(one, other, 0) ?? 0));
      }
    }
    return deepest;
  }

  [Symbol.dispose](): void {
    for (const host of this.#hosts) host[Symbol.dispose]();
  }
}

function bodyOf(owner: Participant, id: string) {
  const view = owner.entity(id);
  const model = view && models(view.description.model);
  return view && model ? postured(collisionBodyOf(model), view.posture.pose, view.posture.values) : undefined;
}

/** Two robots of two owners drive at each other. Answers how deep they were in each other, metres. */
export async function headOn(seed: number): Promise<number> {
  const random = seededRandom(seed);
  using floor = await Floor.with(2, seed);
  await floor.put(0, 'a', pioneer3dx, planarPose(0, 0, 0));
  await floor.put(
    1,
    'b',
    pioneer3dx,
    planarPose(between(random, 1.5, 3), between(random, -0.3, 0.3), Math.PI + between(random, -0.2, 0.2)),
  );
  const drive = (owner: number, id: string) =>
    floor
      .owner(owner)
      .command(id, { kind: 'drift', twist: planarTwist(between(random, 0.4, 1.2), between(random, -0.1, 0.1)), durationMs: 5000 });
  await floor.until(Promise.all([drive(0, 'a'), drive(1, 'b')]));
  // Awaited here: the hosts must last as long as it is watched.
  return await floor.deepest(4000, 'a', 'b');
}

/**
 * Two robots of two owners push one box, from wherever they come. Answers how deep any of the three were in another, metres, and how many own the
 * box at rest.
 */
export async function pushOneBox(seed: number): Promise<{ depthM: number; owners: number }> {
  const random = seededRandom(seed);
  using floor = await Floor.with(3, seed);
  await floor.put(
    2,
    'box',
    smallCardboardBox,
    planarPose(between(random, -0.1, 0.1), between(random, -0.1, 0.1), between(random, -1.5, 1.5)),
  );
  const [first, second] = [between(random, -3.1, 3.1), between(random, 1.2, 5)];
  const towards = (bearing: number): Pose => {
    const awayM = between(random, 1, 1.8);
    return planarPose(-awayM * Math.cos(bearing), -awayM * Math.sin(bearing), bearing + between(random, -0.1, 0.1));
  };
  await floor.put(0, 'a', pioneer3dx, towards(first));
  await floor.put(1, 'b', pioneer3dx, towards(first + second));
  const drive = (owner: number, id: string) =>
    floor
      .owner(owner)
      .command(id, { kind: 'drift', twist: planarTwist(between(random, 0.3, 1.2), between(random, -0.05, 0.05)), durationMs: 4000 });
  await floor.until(Promise.all([drive(0, 'a'), drive(1, 'b')]));
  const depthM = await floor.deepest(7000, 'a', 'b', 'box');
  return { depthM, owners: new Set(floor.owners.map((owner) => owner.entity('box')?.owner)).size };
}

/** An arm is swept through a table. Answers how deep it was in it, metres. */
export async function sweep(seed: number): Promise<number> {
  const random = seededRandom(seed);
  using floor = await Floor.with(1, seed);
  await floor.put(0, 'table', workbench, planarPose(between(random, 0.95, 1.1), between(random, -0.2, 0.2), between(random, -0.3, 0.3)));
  await floor.put(0, 'arm', puma560, ORIGIN);
  const glide = (dof: number, to: number, speedPerS: number) =>
    floor.until(floor.owner(0).command('arm', { kind: 'glide', dof, to, speedPerS }));
  await glide(1, Math.PI / 2, 3);
  await glide(2, 0, 3);
  await glide(4, 0, 3);
  await floor.run(5000);
  await glide(0, between(random, -0.6, 0.6), 3);
  await floor.run(2000);
  const [reach, elbow] = randomPair(random);
  await glide(2, elbow, 1);
  await glide(1, -0.7, reach);
  // Awaited here: the hosts must last as long as it is watched.
  return await floor.deepest(5000, 'arm', 'table');
}

const randomPair = (random: Random): [number, number] => [between(random, 0.4, 1.4), between(random, -0.8, 0.4)];

/** Two grippers of two owners close on one part that a third owns. Answers how many have it. */
export async function graspRace(seed: number): Promise<number> {
  using floor = await Floor.with(3, seed);
  await floor.put(0, 'left', puma560, ORIGIN);
  const values = floor.owner(0).entity('left')?.posture.values ?? [];
  const tool = compose(ORIGIN, toolPose(puma560, values) ?? ORIGIN);
  await floor.put(1, 'right', puma560, planarPose(2 * tool.x, 2 * tool.y, Math.PI));
  // In the air between the fingers a part stays only as long as no time passes.
  await floor.until(floor.owner(2).changeTime({ kind: 'pause' }));
  await floor.run(500);
  await floor.put(2, 'part', cubePiece, { ...ORIGIN, x: tool.x, y: tool.y, z: tool.z - 0.02 });
  const left = grasp(floor.owner(0), models, 'left');
  await floor.run(between(seededRandom(seed), 0, 80));
  const outcomes = await floor.until(Promise.all([left, grasp(floor.owner(1), models, 'right')]));
  await floor.run(1000);
  const holders = new Set(floor.owners.map((owner) => owner.entity('part')?.heldBy));
  const winners = outcomes.filter(({ kind }) => kind === 'done').length;
  return holders.size === 1 && !holders.has(undefined) ? winners : 0;
}
