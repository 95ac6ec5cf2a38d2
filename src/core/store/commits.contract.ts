import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freshId, freshWorld, robot } from './harness.contract.ts';
import { type Store, StoreError } from './store.ts';

/** A commit that is under way until it is released. */
export interface HeldCommit {
  /** It is held now. */
  readonly arrived: Promise<void>;
  release(): void;
}

/** A Store whose database can be made to fail at a commit. */
export interface CommitsHarness extends AsyncDisposable {
  readonly store: Store;
  /** Whether others can read while a commit is held. */
  readonly readers: 'go on' | 'wait';
  /** The database refuses the next commit. */
  refuseCommit(): void;
  /** The next commit does not reach the database, or its answer does not come back, until it is released. */
  holdCommit(what: 'statement' | 'answer'): HeldCommit;
  /** Resolves when a call waits for what another one has locked, or when `isDone`. */
  untilBlocked(isDone: () => boolean): Promise<void>;
}

export type MakeCommits = () => Promise<CommitsHarness>;

/** Far more turns of the promise queue than any call takes that waits for nothing. */
const HOPS = 1000;

/** Lets all go on that does not wait for the database. */
export async function letAllGoOn(): Promise<void> {
  for (let hop = 0; hop < HOPS; hop++) await undefined;
}

/** Registers the tests of the rules for commits that fail, or take long. */
export function commitsContract(name: string, make: MakeCommits): void {
  describe(`the contract of commits: ${name}`, () => {
    let harness: CommitsHarness;
    beforeAll(async () => {
      harness = await make();
    });
    afterAll(() => harness[Symbol.asyncDispose]());
    refusedCommits(() => harness);
    heldCommits(() => harness);
  });
}

const lineIn = (world: string, text = 'here') => ({ world, from: 'ann', name: 'Ann', text, atMs: 1 });

function refusedCommits(harness: () => CommitsHarness): void {
  it('[D34] reports a write whose commit was refused, keeps nothing of it, and goes on', async () => {
    const { worlds, chat, secrets, models } = harness().store;
    const world = await freshWorld(harness().store, [robot('arm')]);
    const secret = freshId('secret');
    const writes = [
      () => worlds.change(world, { put: [robot('cart')], remove: ['arm'] }, 5),
      () => worlds.replace(world, [], 5),
      () => chat.append(lineIn(world)),
      () => secrets.agree(secret, Uint8Array.of(1)),
      () => models.remove('none'),
      () => worlds.remove(world),
    ];
    for (const write of writes) {
      harness().refuseCommit();
      await expect(write()).rejects.toThrow(StoreError);
    }
    expect(await worlds.get(world)).toMatchObject({ revision: 0, savedAtMs: 1000 });
    expect(await worlds.entities(world)).toEqual([robot('arm')]);
    expect(await chat.recent(world, { limit: 10 })).toEqual([]);
    expect(await secrets.agree(secret, Uint8Array.of(2))).toEqual(Uint8Array.of(2));
    expect(await worlds.change(world, { put: [robot('cart')], remove: ['arm'] }, 6)).toBe(1);
    expect(await worlds.entities(world)).toEqual([robot('cart')]);
  });

  it('[D34] lets all other writes be done when the commit of one was refused', async () => {
    const world = await freshWorld(harness().store);
    harness().refuseCommit();
    const texts = Array.from({ length: 10 }, (_, i) => `line ${i}`);
    const outcomes = await Promise.allSettled(texts.map((text) => harness().store.chat.append(lineIn(world, text))));
    const acknowledged = texts.filter((_, i) => outcomes[i]?.status === 'fulfilled');
    expect(acknowledged).toHaveLength(9);
    const lines = await harness().store.chat.recent(world, { limit: 100 });
    expect(lines.map(({ text }) => text).sort()).toEqual(acknowledged);
  });
}

function heldCommits(harness: () => CommitsHarness): void {
  /** Released at the end in any case: a test that fails must not leave the Store waiting. */
  const hold = (what: 'statement' | 'answer'): HeldCommit => {
    const commit = harness().holdCommit(what);
    onTestFinished(() => commit.release());
    return commit;
  };

  it.each(['statement', 'answer'] as const)('[D35] acknowledges no write while its commit is under way: the %s is held', async (what) => {
    const { chat } = harness().store;
    const world = await freshWorld(harness().store);
    const commit = hold(what);
    let acknowledged: number | undefined;
    const writing = chat.append(lineIn(world)).then((seq) => {
      acknowledged = seq;
    });
    await commit.arrived;
    await letAllGoOn();
    expect(acknowledged).toBeUndefined();
    commit.release();
    await writing;
    expect(await chat.recent(world, { limit: 10 })).toMatchObject([{ text: 'here', seq: acknowledged }]);
  });

  it('[D35] shows others nothing of a write that is not committed, and answers them all at the latest afterwards', async () => {
    const { worlds, chat } = harness().store;
    const world = await freshWorld(harness().store, [robot('arm')]);
    const commit = hold('statement');
    const writing = worlds.replace(world, [robot('cart')], 5);
    await commit.arrived;
    const reading = Promise.all([worlds.entities(world), worlds.get(world), chat.recent(world, { limit: 1 })]);
    if (harness().readers === 'go on') {
      expect(await reading).toMatchObject([[{ id: 'arm' }], { revision: 0 }, []]);
      commit.release();
    } else {
      commit.release();
      expect(await reading).toMatchObject([[{ id: 'cart' }], { revision: 1 }, []]);
    }
    expect(await writing).toBe(1);
    expect(await worlds.entities(world)).toEqual([robot('cart')]);
  });

  it('[D32] [D33] gives a world to another hub only when what the first is saving is done', async () => {
    const { worlds, documents } = harness().store;
    const world = await freshWorld(harness().store);
    await documents.create({ world, id: 'plan', name: 'Plan', createdBy: 'ann', createdAtMs: 1 });
    const keeping = await worlds.keep(world, 'hub-a');
    const commit = hold('statement');
    const saving = documents.save(world, 'plan', Uint8Array.of(1), 6, 'hub-a');
    await commit.arrived;
    let isTaken = false;
    const taking = worlds.keep(world, 'hub-b', keeping).finally(() => {
      isTaken = true;
    });
    await harness().untilBlocked(() => isTaken);
    expect(isTaken).toBe(false);
    commit.release();
    expect(await saving).toBe('saved');
    expect((await taking).hub).toBe('hub-b');
    expect(await documents.save(world, 'plan', Uint8Array.of(2), 7, 'hub-a')).toBe('not-kept');
    expect(await documents.state(world, 'plan')).toEqual(Uint8Array.of(1));
  });
}
