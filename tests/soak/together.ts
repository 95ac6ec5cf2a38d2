import { Chromium } from '../browser/chromium.ts';
import { Guest } from '../browser/guest.ts';
import { LastingHub } from '../browser/lasting-hub.ts';
import { liveTogether, toldOf } from '../browser/together.ts';

/** Three browsers and a program change one world for so many seconds; `say` is told how it went. Answers what was wrong. */
export async function soakTogether(seconds: number, say: (line: string) => void): Promise<readonly string[]> {
  await using opened = new AsyncDisposableStack();
  const hub = opened.use(await LastingHub.start());
  const chromium = opened.use(await Chromium.start());
  const robot = opened.use(await hub.join('Robot'));
  const guests = [];
  for (const name of ['Ada', 'Bob', 'Cleo']) guests.push(opened.use(await Guest.enter(chromium.browser, hub.url, name)));
  const seed = Date.now();
  const together = await liveTogether(guests, robot, { seed, lengthMs: seconds * 1000 });
  say(`seed ${seed}: ${toldOf(together)}`);
  for (const problem of together.problems) say(problem);
  return together.problems;
}
