import { hashNumber } from '../../../src/core/base/hash.ts';
import { type Pose, planarPose, planarTwist } from '../../../src/core/base/pose.ts';
import { between, pick, type Random, seededRandom } from '../../../src/core/base/random.ts';
import { VirtualTime } from '../../../src/core/base/virtual-time.ts';
import { EmbeddedBackbone } from '../../../src/core/bus/embedded.ts';
import { Host } from '../../../src/core/host/host.ts';
import { smallCardboardBox } from '../../../src/core/robots/catalog/boxes.ts';
import { conveyor } from '../../../src/core/robots/catalog/conveyor.ts';
import { cubePiece, cylinderPiece, hexagonPiece } from '../../../src/core/robots/catalog/pieces.ts';
import { pioneer3dx } from '../../../src/core/robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../../../src/core/robots/catalog/puma-560.ts';
import { stand } from '../../../src/core/robots/catalog/stands.ts';
import { draftOf, type Model } from '../../../src/core/robots/robots.ts';
import { Participant } from '../../../src/core/world/world.ts';
import { loadEngine } from '../../../src/dynamics/dynamics.ts';

export interface Tumbled {
  /** Of the states of all entities after each second. */
  readonly hashes: readonly number[];
  /** Where these put everything in the end: sines of two engines may differ in the last bit, so these numbers may, too. */
  readonly values: readonly number[];
  /** States that were said. */
  readonly states: number;
  /** Parts that ended more than a hand's breadth from where they began. */
  readonly moved: readonly string[];
}

const models = [pioneer3dx, puma560, conveyor, stand, smallCardboardBox, cubePiece, cylinderPiece, hexagonPiece];
const pieces = [cubePiece, cylinderPiece, hexagonPiece];
const STAND_M = 0.62;
const BELT_TOP_M = 0.65;
const ROBOTS = ['robot-1', 'robot-2'];

const at = (x: number, y: number, z: number, yawRad = 0): Pose => ({ ...planarPose(x, y, yawRad), z });

/** Robots that push boxes, an arm that swings through a stack, parts that fall on a stand and on one another, and parts on a belt. */
function scene(random: Random): { id: string; model: Model; pose: Pose }[] {
  const little = () => between(random, -0.01, 0.01);
  const fallen = (index: number) => at(4 + little(), little(), STAND_M + 0.1 + 0.12 * index, between(random, 0, 3));
  return [
    { id: 'robot-1', model: pioneer3dx, pose: at(-2, 0.05, 0) },
    { id: 'robot-2', model: pioneer3dx, pose: at(2, -0.05, 0, Math.PI) },
    { id: 'box-1', model: smallCardboardBox, pose: at(-1.2, little(), 0) },
    { id: 'box-2', model: smallCardboardBox, pose: at(1.2, little(), 0) },
    { id: 'box-3', model: smallCardboardBox, pose: at(1.2, little(), 0.21) },
    { id: 'arm', model: puma560, pose: at(0, -3, 0) },
    { id: 'stand', model: stand, pose: at(4, 0, 0) },
    { id: 'belt', model: conveyor, pose: at(0, 3, 0) },
    ...Array.from({ length: 8 }, (_, index) => ({ id: `fallen-${index}`, model: pick(random, pieces), pose: fallen(index) })),
    ...Array.from({ length: 5 }, (_, index) => ({
      id: `stacked-${index}`,
      model: cubePiece,
      pose: at(2 + little() / 5, 2, 0.043 * index),
    })),
    ...Array.from({ length: 6 }, (_, index) => ({
      id: `carried-${index}`,
      model: pick(random, pieces),
      pose: at(-1.3 + 0.25 * index, 3 + little(), BELT_TOP_M + 0.01),
    })),
  ];
}

/** One owner, in virtual time: the same seed gives the same hashes, wherever this runs. */
export async function tumble(seed: number, seconds: number): Promise<Tumbled> {
  const time = new VirtualTime();
  const clock = time.clock();
  const random = seededRandom(seed);
  const report = (error: unknown): never => {
    throw error;
  };
  const engine = await loadEngine();
  const backbone = new EmbeddedBackbone({ clock, defer: (action) => void time.at(time.now, action), report });
  const during = async <T>(promise: Promise<T>): Promise<T> => {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    promise.then(end, end);
    for (let step = 0; !isOver && step < 2000; step++) await time.run(time.now + 10);
    return promise;
  };
  const owner = await during(
    Participant.join({
      bus: backbone.connect('owner'),
      clock,
      random: seededRandom(seed + 1),
      report,
      world: 'tumble',
      name: 'Owner',
      isKeeper: true,
      founder: { incarnation: 1, cellM: 0 },
    }),
  );
  let states = 0;
  backbone.connect('listener').subscribe('v1.*.*.st.*', () => {
    states++;
  });
  const things = scene(random);
  for (const { id, model, pose } of things) await during(owner.insert(draftOf(model, { pose, name: id }), id));
  using _host = new Host(owner, {
    clock,
    models: (id) => models.find((model) => model.id === id),
    latencyMs: () => 0,
    report,
    engine: () => Promise.resolve(engine),
  });
  void owner.command('belt', { kind: 'glide', dof: 0, to: 100, speedPerS: 0.15, ramp: 0 });
  const hashes: number[] = [];
  for (let second = 0; second < seconds; second++) {
    const robot = pick(random, ROBOTS);
    const twist = planarTwist(between(random, -0.3, 0.7), between(random, -0.4, 0.4));
    void owner.command(robot, { kind: 'drift', twist, durationMs: 1800 });
    if (second % 4 === 0) void owner.command('arm', { kind: 'glide', dof: 0, to: between(random, -2, 2) });
    await time.run(time.now + 1000);
    hashes.push(owner.entities.reduce((hash, { stateHash }) => hashNumber(stateHash, hash), 1));
  }
  const isMoved = ({ id, model, pose }: (typeof things)[number]) => {
    const now = owner.entity(id)?.posture.pose ?? pose;
    return model.kind === 'part' && Math.hypot(now.x - pose.x, now.y - pose.y, now.z - pose.z) > 0.1;
  };
  const values = owner.entities.flatMap(({ posture }) => [...Object.values(posture.pose), ...posture.values]);
  return { hashes, values, states, moved: things.filter(isMoved).map(({ id }) => id) };
}
