/**
 * A sensor node: `node examples/range-sensor.ts http://127.0.0.1:7330/demo`, and Ctrl-C to leave.
 * Twenty times a second it measures how far it is to the nearest thing in the world, by infrared and by sonar, and puts both on the blackboard with the
 * time at which it measured. See them with `bin/manyhands board watch 'yair/**'`.
 */
import { joinWorld, type NewVariable } from 'manyhands';

const PERIOD_MS = 50;
const IR_RANGE_M = 1;
const SONAR_RANGE_M = 4;
const url = process.argv[2] ?? 'http://127.0.0.1:7330/demo';

const world = await joinWorld(url, { name: 'Range sensor' });
const { board } = world;
const range: NewVariable = { type: 'number', unit: 'm', goodForMs: 300, writers: { kind: 'participant', id: world.id } };
await board.declare('yair/ir', range);
await board.declare('yair/sonar', range);
console.log(`${world.id} measures in world ${world.world}`);

const measuring = setInterval(async () => {
  const measuredAtMs = world.time.sharedMs;
  const nearestM = Math.min(...world.entities.map(({ posture: { pose } }) => Math.hypot(pose.x, pose.y)));
  await board.write('yair/ir', Math.min(nearestM, IR_RANGE_M), { measuredAtMs });
  await board.write('yair/sonar', Math.min(nearestM, SONAR_RANGE_M), { measuredAtMs });
}, PERIOD_MS);

process.once('SIGINT', async () => {
  clearInterval(measuring);
  await world.leave();
});
