import { beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../base/random.ts';
import type { Signal } from '../base/signal.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { cubePiece, cylinderPiece } from './catalog/pieces.ts';
import { KnownModels, type ModelShelf } from './known-models.ts';
import type { Model } from './model.ts';

let time: VirtualTime;
let kept: readonly Model[];
let looks: number;
let troubles: unknown[];
let known: KnownModels;
let isBroken: boolean;

const knownFrom = (shelf: ModelShelf, seed = 1): KnownModels =>
  new KnownModels(shelf, { clock: time.clock(), random: seededRandom(seed), report: (error) => void troubles.push(error) });

beforeEach(() => {
  time = new VirtualTime();
  [kept, looks, troubles, isBroken] = [[cubePiece], 0, [], false];
  const shelf = {
    all: async () => {
      looks++;
      if (isBroken) throw new Error('the disk is full');
      return { models: kept, fingerprint: kept.map(({ id, summary }) => id + summary).join() };
    },
  };
  known = knownFrom(shelf);
});

it('fetches nothing before anything is needed', async () => {
  known.heard('new');
  expect(known.get('piece-cube')).toBeUndefined();
  await time.run(time.now + 120_000);
  expect(looks).toBe(0);
});

it('knows what is kept once it has looked, and the same object while nothing changes', async () => {
  await known.load();
  const cube = known.get('piece-cube');
  expect(cube).toEqual(cubePiece);
  await known.load();
  expect(known.get('piece-cube')).toBe(cube);
});

it('knows one that has not changed as the same object, whatever becomes of others', async () => {
  kept = [structuredClone(cubePiece), cylinderPiece];
  await known.load();
  const cube = known.get('piece-cube');
  kept = [structuredClone(cubePiece), { ...cylinderPiece, summary: 'Another one' }];
  await known.load();
  expect(known.get('piece-cylinder')?.summary).toBe('Another one');
  expect(known.get('piece-cube')).toBe(cube);
});

it('looks for one that is not known, but not all the time', async () => {
  await known.load();
  kept = [cubePiece, cylinderPiece];
  expect(known.get('piece-cylinder')).toBeUndefined();
  expect(looks).toBe(1);
  await time.run(time.now + 2001);
  expect(known.get('piece-cylinder')).toBeUndefined();
  await time.run(time.now + 1);
  expect(known.get('piece-cylinder')).toEqual(cylinderPiece);
  expect(looks).toBe(2);
});

it('looks when it hears of something new, and now and then besides', async () => {
  await known.load();
  const same = kept.map(({ id, summary }) => id + summary).join();
  known.heard(same);
  expect(looks).toBe(1);
  known.heard('another');
  expect(looks).toBe(2);
  await time.run(time.now + 60_001);
  expect(looks).toBe(3);
});

it('keeps what it knows when the shelf fails, says so, and looks again', async () => {
  await known.load();
  isBroken = true;
  await time.run(time.now + 60_001);
  expect(troubles).toHaveLength(1);
  expect(known.get('piece-cube')).toEqual(cubePiece);
  [isBroken, kept] = [false, [cubePiece, cylinderPiece]];
  await time.run(time.now + 4001);
  expect(known.get('piece-cylinder')).toEqual(cylinderPiece);
  expect(troubles).toHaveLength(1);
});

it('looks no more once it is disposed', async () => {
  await known.load();
  known[Symbol.dispose]();
  await time.run(time.now + 300_000);
  expect(looks).toBe(1);
});

it('settles when what is looked for is here, or cannot be had', async () => {
  let isSettled = false;
  isBroken = true;
  const loading = known.load();
  void known.settled.then(() => {
    isSettled = true;
  });
  expect(isSettled).toBe(false);
  await expect(loading).rejects.toThrow('the disk is full');
  await known.settled;
  expect(isSettled).toBe(true);
});

it('begins to load when models are needed, and is ready when they are known or cannot be had', async () => {
  isBroken = true;
  await known.ready();
  expect([looks, troubles.length]).toEqual([1, 1]);
  // Who asks again at once does not make it look again at once.
  for (let asked = 0; asked < 20; asked++) await known.ready();
  expect(looks).toBe(1);
  isBroken = false;
  await time.run(time.now + 4001);
  await known.ready();
  expect([looks, troubles.length]).toEqual([2, 1]);
  expect(known.get('piece-cube')).toEqual(cubePiece);
});

/** A shelf that answers when the test lets it, or fails after five seconds, as that of a hub does. */
class SlowShelf implements ModelShelf {
  readonly begunMs: number[] = [];
  inFlight = 0;
  mostInFlight = 0;
  abandoned = 0;
  answers: readonly Model[] | undefined;

  all(abandoned: Signal<void>): Promise<{ readonly models: readonly Model[]; readonly fingerprint: string }> {
    this.begunMs.push(time.now);
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        this.inFlight--;
        patience[Symbol.dispose]();
        abandoning[Symbol.dispose]();
        reject(new Error(why));
      };
      const patience = time.at(time.now + 5000, () => {
        if (this.answers === undefined) return fail('no answer within 5000 ms');
        this.inFlight--;
        abandoning[Symbol.dispose]();
        resolve({ models: this.answers, fingerprint: this.answers.map(({ id }) => id).join() });
      });
      const abandoning = abandoned.on(() => {
        this.abandoned++;
        fail('abandoned');
      });
    });
  }

  /** Between the end of each load and the begin of the next. */
  get pausesMs(): number[] {
    return this.begunMs.slice(1).map((begunMs, i) => begunMs - (this.begunMs[i] ?? 0) - 5000);
  }
}

/** Asks for models as a participant does whose robots move: twenty times a second. */
async function askFor(ids: readonly string[], models: KnownModels, durationMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < durationMs; passedMs += 50) {
    for (const id of ids) models.get(id);
    await time.run(time.now + 50);
  }
}

describe('a shelf that does not answer', () => {
  it('is asked by one load at a time, however many ask for whatever', async () => {
    const shelf = new SlowShelf();
    using models = knownFrom(shelf);
    void models.ready();
    for (let second = 0; second < 120; second++) {
      models.heard(`revision ${second}`);
      await askFor(['robot', 'arm', 'piece-cube'], models, 1000);
    }
    expect(shelf.mostInFlight).toBe(1);
    expect(shelf.begunMs.length).toBeLessThan(40);
  });

  it('is asked after pauses that double, up to a minute', async () => {
    const shelf = new SlowShelf();
    using models = knownFrom(shelf);
    void models.ready();
    await askFor(['robot'], models, 600_000);
    const bounds = [4000, 8000, 16_000, 32_000, 60_000, 60_000];
    for (const [i, mostMs] of bounds.entries()) {
      expect(shelf.pausesMs[i]).toBeGreaterThanOrEqual(mostMs / 2);
      expect(shelf.pausesMs[i]).toBeLessThanOrEqual(mostMs);
    }
    expect(troubles).toHaveLength(shelf.begunMs.length - shelf.inFlight);
    expect(troubles.length).toBeLessThan(20);
  });

  it('is not asked by all at the same instants', async () => {
    const shelves = Array.from({ length: 10 }, () => new SlowShelf());
    const all = shelves.map((shelf, i) => knownFrom(shelf, i + 1));
    for (const models of all) void models.ready();
    await time.run(time.now + 60_000);
    const second = shelves.map(({ begunMs }) => begunMs[1] ?? 0);
    expect(Math.max(...second) - Math.min(...second)).toBeGreaterThan(500);
    for (const models of all) models[Symbol.dispose]();
  });

  it('is asked soon when somebody tells that it lives again', async () => {
    const shelf = new SlowShelf();
    using models = knownFrom(shelf);
    void models.ready();
    while (shelf.begunMs.length < 5 || shelf.inFlight > 0) await time.run(time.now + 500);
    shelf.answers = [cubePiece];
    models.heard('piece-cube');
    // A second word does not put it off.
    await time.run(time.now + 1000);
    models.heard('piece-cube');
    await time.run(time.now + 3000 + 5001);
    expect(models.get('piece-cube')).toEqual(cubePiece);
  });

  it('leaves neither a load nor a timer behind when it is disposed', async () => {
    for (const disposedAfterMs of [2500, 6000]) {
      const shelf = new SlowShelf();
      const models = knownFrom(shelf);
      void models.ready();
      await time.run(time.now + disposedAfterMs);
      const inFlight = shelf.inFlight;
      troubles = [];
      models[Symbol.dispose]();
      await time.run(time.now + 1);
      expect([shelf.inFlight, shelf.abandoned]).toEqual([0, inFlight]);
      await models.load();
      await models.ready();
      await askFor(['robot'], models, 120_000);
      expect([shelf.begunMs.length, troubles]).toEqual([1, []]);
    }
  });
});

describe('a load that is under way', () => {
  it('is followed by one other, which all share who ask meanwhile', async () => {
    const shelf = new SlowShelf();
    using models = knownFrom(shelf);
    shelf.answers = [cubePiece];
    const first = models.load();
    const others = [models.load(), models.load(), models.load()];
    await time.until(first);
    shelf.answers = [cubePiece, cylinderPiece];
    await time.until(Promise.all(others));
    expect([shelf.begunMs.length, shelf.mostInFlight]).toEqual([2, 1]);
    expect(models.get('piece-cylinder')).toEqual(cylinderPiece);
  });
});

describe('a model that loads do not bring', () => {
  it('is looked for more and more seldom, while the usual looks go on', async () => {
    const begunMs: number[] = [];
    using models = knownFrom({
      all: async () => {
        begunMs.push(time.now);
        return { models: [cubePiece], fingerprint: 'cube' };
      },
    });
    await models.load();
    await askFor(['gone', 'lost'], models, 600_000);
    // Each minute two at most, and those of the first minute.
    expect(begunMs.length).toBeLessThan(26);
    expect(begunMs.length).toBeGreaterThan(10);
    expect(troubles).toEqual([]);
  });

  it('does not hold up another one that has just come to be', async () => {
    await known.load();
    await askFor(['gone'], known, 300_000);
    kept = [cubePiece, cylinderPiece];
    const looked = looks;
    await askFor(['gone', 'piece-cylinder'], known, 2100);
    expect(known.get('piece-cylinder')).toEqual(cylinderPiece);
    expect(looks - looked).toBeLessThanOrEqual(2);
  });
});
