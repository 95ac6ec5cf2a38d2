/**
 * A robot that maps an unknown floor by itself: `node examples/explorer.ts http://127.0.0.1:7330/labyrinth pursuer-1`, and Ctrl-C to leave.
 * It knows what its robot has seen, and nothing else: it goes to the nearest place from which there is something new to see, until there is none.
 * With a second robot behind the first, what that one has seen counts as seen.
 */
import { joinWorld } from 'manyhands';

const [url = 'http://127.0.0.1:7330/labyrinth', robot = 'pursuer-1', ...team] = process.argv.slice(2);

const world = await joinWorld(url, { name: 'Explorer' });
let isOver = false;
process.once('SIGINT', () => {
  isOver = true;
});

const wallM = () => world.knowledge(robot).floors.reduce((sum, { known }) => sum + known.wallMm / 1000, 0);

const { kind, legs } = await world.explore(robot, {
  team,
  isOver: () => isOver,
  onLeg: ({ look: [x, y] }) =>
    console.log(`knows ${wallM().toFixed(1)} m of walls; goes to see what is at ${x.toFixed(1)}, ${y.toFixed(1)}`),
});
console.log(`${kind} after ${legs} legs: ${robot} knows ${wallM().toFixed(1)} m of walls`);
await world.leave();
