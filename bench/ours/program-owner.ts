/** One participant that owns 200 robots, each with a program of its own that never ends, in a process of its own: with all that an owner has in a hub. */
import { planarPose } from '../../src/core/base/pose.ts';
import { EmbeddedBackbone } from '../../src/core/bus/embedded.ts';
import { Host } from '../../src/core/host/host.ts';
import { worldBoard } from '../../src/core/host/world-board.ts';
import { catalog, draftOf } from '../../src/core/robots/robots.ts';
import { ProgramsHere } from '../../src/core/running/running.ts';
import { Participant } from '../../src/core/world/world.ts';
import { systemRandom } from '../../src/platform/system-random.ts';
import { pause, serveRole } from '../harness/role.ts';
import type { Timing } from '../harness/scenario.ts';
import { meteredClock as clock, meter, metered, type TickTimes } from './tick-meter.ts';

const ROBOTS = 200;
const ROWS = 14;
const CELL_M = 4;

/** What programs do: arms move, reckon, print, and count by a flag of the environment; bases drive and look at it. About a third of all move at any time. */
const ARM = `int i;
int sum;
while (1) {
  move(1, 20);
  wait(1500);
  wcellflag(3, cellflag(3) % 100 + 1);
  move("elbow", 10);
  wait(1200);
  move("elbow", -10);
  move(1, -20);
  print("round ", i, ", the waist at ", dof(1));
  for (i = 0; i < 500; i = i + 1) { sum = (sum + i) % 7; }
  flag(sum);
  wait(900);
}`;
const BASE = `while (1) {
  drive(300, 90);
  wait(2500);
  if (cellflag(3) > 50) { flag(1); } else { flag(2); }
  while (cellflag(3) % 3 == 0) wait(50);
}`;

let states = 0;

/** Whatever goes wrong inside must end the bench: a broken world is a fast one. */
const fail = (error: unknown): never => {
  console.error(error);
  process.exit(1);
};

const handlers = {
  /** All run; answers what a tick takes and costs, and how many states were said. */
  async run({ warmUpMs, windowMs }: Timing): Promise<TickTimes & { readonly statesPerS: number; readonly effectsPerS: number }> {
    const backbone = new EmbeddedBackbone({ clock, defer: (action) => void setImmediate(() => metered(action)), report: fail });
    const bus = backbone.connect('owner');
    backbone.connect('listener').subscribe('v1.floor.*.st.*', () => {
      states++;
    });
    const founder = { incarnation: 1, cellM: 16 };
    const ports = { bus, clock, random: systemRandom, report: fail };
    const owner = await Participant.join({ ...ports, world: 'floor', name: 'Owner', isKeeper: true, founder });
    const known = new Map(catalog.map((model) => [model.id, model]));
    const models = (id: string) => known.get(id);
    using _host = new Host(owner, { ...ports, models, latencyMs: () => 0 });
    using board = worldBoard(owner, { ...ports, isKeeper: true });
    using programs = new ProgramsHere(owner, { ...ports, models, board: () => board });
    for (let index = 0; index < ROBOTS; index++) {
      const isArm = index % 2 === 0;
      const model = models(isArm ? 'puma-560' : 'pioneer-3-dx');
      if (!model) throw new Error('a model is missing');
      const id = `robot-${index}`;
      const pose = planarPose((index % ROWS) * CELL_M, Math.floor(index / ROWS) * CELL_M, 0);
      await owner.insert(draftOf(model, { pose, name: id }), id);
      const outcome = await programs.runs.start({ robot: id, name: id, text: isArm ? ARM : BASE, positions: [] });
      if (outcome.kind !== 'done') throw new Error(outcome.reason);
    }
    const effects = () => programs.runs.all.reduce((sum, view) => sum + view.effects, 0);
    // Until what they do is compiled.
    await pause(10_000 + warmUpMs);
    const before = { states, effects: effects() };
    meter.from();
    await pause(windowMs);
    const times = meter.times();
    const idle = programs.runs.all.filter(({ phase }) => phase !== 'running');
    if (idle.length > 0) throw new Error(`${idle.length} programs do not run: ${idle[0]?.message}`);
    const perS = 1000 / windowMs;
    return { ...times, statesPerS: (states - before.states) * perS, effectsPerS: (effects() - before.effects) * perS };
  },
};
export type ProgramOwner = typeof handlers;

serveRole(handlers);
