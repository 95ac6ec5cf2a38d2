/**
 * A robot of your own in a world: `node examples/wanderer.ts http://127.0.0.1:7330/demo`, and Ctrl-C to leave.
 * It simulates itself, as a real robot would report its odometry; others see it move, and hear of it only when it turns.
 */
import { advance, joinWorld, type Pose, planarPose, planarTwist } from 'manyhands';

const PERIOD_MS = 50;
const url = process.argv[2] ?? 'http://127.0.0.1:7330/demo';

const world = await joinWorld(url, { name: 'Wanderer' });
let pose: Pose = planarPose(0, 0, 0);
let turnRadPerS = 0;
const robot = await world.insert({ name: 'Wanderer', model: 'amigobot', kind: 'dynamic', dofs: [], initial: { pose, values: [] } });
console.log(`${robot.id} is in world ${world.world}, owned by ${world.id}`);

const moving = setInterval(() => {
  const twist = planarTwist(robot.control.stop ? 0 : 0.4, robot.control.stop ? 0 : turnRadPerS);
  pose = advance(pose, twist, (world.time.rate * PERIOD_MS) / 1000);
  world.observe(robot.id, { pose, twist });
}, PERIOD_MS);

const thinking = setInterval(() => {
  turnRadPerS = Math.random() * 2 - 1;
  console.log(`at ${pose.x.toFixed(2)}, ${pose.y.toFixed(2)}`);
}, 1000);

process.once('SIGINT', async () => {
  clearInterval(moving);
  clearInterval(thinking);
  await world.remove(robot.id);
  await world.leave();
});
