/**
 * `churner.ts URL NAME COUNT LEFT...`: so many participants in one process, each with a socket of its own. They insert robots, move them and remove them
 * again, over and over; before that the first one removes what is LEFT of the process that had its name before. Prints what it does, as it does it.
 * Told `rest` on its input, each ends what it is about, prints that it rests, and stays.
 */
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type Pose, planarTwist } from '../../../src/core/base/pose.ts';
import { InsertError, type Remains } from '../../../src/core/world/descriptions.ts';
import { draftOf, type EntityDraft, explain, joinWorld, ORIGIN, type World } from '../../../src/library/manyhands.ts';

export type ChurnerLine =
  | { readonly event: 'joined'; readonly name: string }
  | { readonly event: 'inserting' | 'inserted' | 'removing' | 'removed'; readonly entity: string }
  | { readonly event: 'not inserted'; readonly entity: string; readonly remains: Remains; readonly why: string }
  /** A load of models was begun; so many of this process are in flight now. */
  | { readonly event: 'load'; readonly inFlight: number }
  | { readonly event: 'load timed out' }
  | { readonly event: 'trouble'; readonly what: string }
  | { readonly event: 'resting'; readonly name: string };

/** A model that no hub has: who sees a robot of it looks for the model. */
const UNKNOWN_MODEL = 'prototype';
const KNOWN_MODEL = 'pioneer-3-dx';
const SHORTEST_STAY_MS = 3000;
const LONGEST_STAY_MS = 9000;
const REJOIN_MS = 1000;
const SPACING_M = 5;
const PER_ROW = 8;

const print = (line: ChurnerLine): void => console.log(JSON.stringify(line));
const [url = '', name = '', count = '', ...left] = process.argv.slice(2);
let isResting = false;
createInterface({ input: process.stdin }).on('line', (line) => {
  isResting ||= line === 'rest';
});

let loadsInFlight = 0;
const fetchPlainly = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  if (!String(input).endsWith('/api/v1/models')) return await fetchPlainly(input, init);
  print({ event: 'load', inFlight: ++loadsInFlight });
  try {
    return await fetchPlainly(input, init);
  } finally {
    loadsInFlight--;
  }
};

function onError(error: unknown): void {
  const what = explain(error);
  // What the library says of a load that took too long, before and after it had a clock handed in.
  if (/did not tell its models within|aborted due to timeout/.test(what)) print({ event: 'load timed out' });
  else print({ event: 'trouble', what });
}

await Promise.all(Array.from({ length: Number(count) }, (_, i) => churn(`${name}-${i}`, i === 0 ? left : [])));

async function churn(own: string, leftovers: readonly string[]): Promise<void> {
  let world = await join(own);
  for (const entity of leftovers) if (world.entity(entity)) await remove(world, entity);
  let stay: string | undefined;
  for (let turn = 0; !isResting; turn++) {
    // Who was away for too long is sent away for good, and joins anew.
    if (world.status.kind === 'closed') world = await join(own);
    const entity = `${own}-${process.pid}-${turn}`;
    const isThere = await insert(world, entity, turn);
    if (stay !== undefined) await remove(world, stay);
    stay = isThere ? entity : undefined;
    await pause(SHORTEST_STAY_MS + (LONGEST_STAY_MS - SHORTEST_STAY_MS) * Math.random());
    if (stay !== undefined) await move(world, stay);
  }
  print({ event: 'resting', name: own });
  await new Promise((resolve) => process.stdin.once('close', resolve));
  await world.leave();
}

/** A hub that has no time for us now may have it in a moment. */
async function join(own: string): Promise<World> {
  for (;;) {
    try {
      const world = await joinWorld(url, { name: own, onError });
      print({ event: 'joined', name: own });
      return world;
    } catch (error) {
      print({ event: 'trouble', what: `${own} could not join: ${explain(error)}` });
      await pause(REJOIN_MS);
    }
  }
}

async function insert(world: World, entity: string, turn: number): Promise<boolean> {
  const model = turn % 2 === 0 ? await world.model(KNOWN_MODEL) : undefined;
  const place = Math.floor(Math.random() * PER_ROW * PER_ROW);
  const pose = { ...ORIGIN, x: (place % PER_ROW) * SPACING_M, y: Math.floor(place / PER_ROW) * SPACING_M };
  const draft = model ? draftOf(model, { name: entity, pose }) : plainDraft(entity, pose);
  print({ event: 'inserting', entity });
  try {
    await world.insert(draft, entity);
    print({ event: 'inserted', entity });
    return true;
  } catch (error) {
    const remains = error instanceof InsertError ? error.remains : 'unknown';
    print({ event: 'not inserted', entity, remains, why: explain(error) });
    return false;
  }
}

function plainDraft(entity: string, pose: Pose): EntityDraft {
  return {
    ...{ name: entity, model: UNKNOWN_MODEL, initial: { pose, values: [0] } },
    kind: 'dynamic',
    dofs: [{ name: 'joint', kind: 'rotation', low: -3, high: 3, speedPerS: 3 }],
  };
}

async function remove(world: World, entity: string): Promise<void> {
  print({ event: 'removing', entity });
  try {
    await world.remove(entity);
    print({ event: 'removed', entity });
  } catch (error) {
    print({ event: 'trouble', what: explain(error) });
  }
}

async function move(world: World, entity: string): Promise<void> {
  try {
    await world.command(entity, { kind: 'drift', twist: planarTwist(0.2, 0), durationMs: 2000 });
  } catch (error) {
    print({ event: 'trouble', what: explain(error) });
  }
}
