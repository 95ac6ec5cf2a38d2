/**
 * A deliberative node: `node examples/goal-setter.ts http://127.0.0.1:7330/demo` beside examples/range-sensor.ts, and Ctrl-C to leave.
 * It is told when both ranges of one instant are there, takes the one that can be believed, and writes how far to go: a goal that is as old as what it was
 * made of, so that nobody follows it once the sensor is silent.
 */
import { joinWorld, planarPose } from 'manyhands';

const IR_RANGE_M = 1;
const CLEARANCE_M = 0.3;
const url = process.argv[2] ?? 'http://127.0.0.1:7330/demo';

const world = await joinWorld(url, { name: 'Goal setter' });
const { board } = world;
await board.ready;
await board.declare('yair/goal', { type: 'pose', unit: 'm', goodForMs: 500, writers: { kind: 'participant', id: world.id } });

const fusing = board.joinExact(['yair/ir', 'yair/sonar'], async ([ir, sonar]) => {
  if (!ir || !sonar) return;
  // Infrared is the better one where it reaches.
  const nearest = (ir.value as number) < IR_RANGE_M ? ir : sonar;
  const aheadM = Math.max(0, (nearest.value as number) - CLEARANCE_M);
  const outcome = await board.write('yair/goal', planarPose(aheadM, 0, 0), { from: nearest });
  if (outcome.kind !== 'written') console.log(`no goal: ${outcome.reason}`);
});

const watching = board.bind(
  'yair/goal',
  (goal) => {
    if (goal.kind === 'value')
      console.log(`goal ${(goal.value as { x: number }).x.toFixed(2)} m ahead, at most ${Math.ceil(goal.ageMs)} ms old`);
  },
  { minIntervalMs: 1000 },
);

process.once('SIGINT', async () => {
  for (const part of [fusing, watching]) part[Symbol.dispose]();
  await world.leave();
});
