import { describe, expect, it } from 'vitest';
import { RECORDS } from '../bus/simulated.ts';
import { buckets } from '../bus/subjects.ts';
import { InsertError, type Remains, RemoveError } from './descriptions.ts';
import { type Actor, ROBOT, Stage, toOne, WORLD } from './stage.contract.ts';

/** What became of an insertion. */
type Attempt = { readonly kind: 'inserted' } | { readonly kind: 'failed'; readonly error: InsertError };

function insertion(actor: Actor): Promise<Attempt> {
  const inserting = actor.participant.insert(ROBOT, 'arm');
  return inserting.then(
    () => ({ kind: 'inserted' }),
    (error: unknown) => {
      if (!(error instanceof InsertError)) throw error;
      return { kind: 'failed', error };
    },
  );
}

const failureOf = (attempt: Attempt): InsertError => (attempt.kind === 'failed' ? attempt.error : expect.fail('it was inserted'));

const remainsOf = (attempt: Attempt): Remains | 'its own' => (attempt.kind === 'failed' ? attempt.error.remains : 'its own');

/** Who must own what Bob tried to insert, when Ann is the only other one. */
const OWNERS = { nothing: undefined, 'an entity of somebody else': 'ann', 'its own': 'bob', unknown: 'nobody knows' } as const;

/** Lets time pass until the inserter has described its entity, and does not own it yet. */
async function untilDescribed(stage: Stage, actor: Actor): Promise<void> {
  for (let passedMs = 0; actor.participant.entity('arm') === undefined; passedMs++) {
    if (passedMs > 1000) throw new Error(`${actor.id} has described nothing`);
    await stage.run(1);
  }
  expect(actor.see('arm').isMine).toBe(false);
}

/** Ann and Bob, and Bob's insertion of an arm, which he sleeps over for so long. */
async function sleepOver(sleepMs: number, seed = 1): Promise<{ stage: Stage; ann: Actor; bob: Actor; attempt: Promise<Attempt> }> {
  const stage = new Stage(seed);
  const [ann, bob] = await stage.enter('ann', 'bob');
  const attempt = insertion(bob);
  await untilDescribed(stage, bob);
  bob.node.pause(sleepMs);
  await stage.run(sleepMs - 1000);
  return { stage, ann, bob, attempt };
}

const everybodySees = (...actors: Actor[]): (string | undefined)[] => actors.map(({ participant }) => participant.entity('arm')?.owner);

describe('an insertion that its inserter sleeps over', () => {
  it('[W74] leaves no entity behind, and its id is free again', async () => {
    const { stage, ann, bob, attempt } = await sleepOver(7000);
    expect(ann.participant.entity('arm')).toBeDefined();
    const { message, remains } = failureOf(await stage.until(attempt));
    expect([message, remains]).toEqual(['arm was inserted, but could not be owned within 5000 ms; it was removed again', 'nothing']);
    await stage.run(200);
    expect([...ann.participant.entities, ...bob.participant.entities]).toEqual([]);
    expect((await stage.join('late')).participant.entities).toEqual([]);
    await ann.insert('arm');
    expect(everybodySees(ann, bob)).toEqual(['ann', 'ann']);
  });

  it('[W74] stays with whoever has taken it over meanwhile', async () => {
    const { stage, ann, bob, attempt } = await sleepOver(7000);
    expect((await ann.ask('arm', toOne)).kind).toBe('done');
    const { message, remains } = failureOf(await stage.until(attempt));
    expect(message).toContain('it stays, since ann owns it by now');
    expect(remains).toBe('an entity of somebody else');
    await stage.run(2000);
    expect(everybodySees(ann, bob)).toEqual(['ann', 'ann']);
    expect(ann.see('arm').isMine).toBe(true);
  });

  it('[W74] is removed or somebody else’s, whenever that one reaches for it', async () => {
    const outcomes: string[] = [];
    for (let afterMs = 900; afterMs <= 1200; afterMs += 5) {
      const { stage, ann, bob, attempt } = await sleepOver(7000, afterMs);
      await stage.run(afterMs);
      const asked = ann.participant.command('arm', toOne);
      const outcome = remainsOf(await stage.until(attempt));
      const { kind } = await stage.until(asked);
      await stage.run(2000);
      expect(everybodySees(ann, bob), `${afterMs} ms: ${outcome}, asked: ${kind}`).toEqual([OWNERS[outcome], OWNERS[outcome]]);
      expect(kind === 'done').toBe(outcome !== 'nothing');
      outcomes.push(outcome);
    }
    expect(outcomes).toContain('nothing');
    expect(outcomes).toContain('an entity of somebody else');
  });

  it('[W74] is removed or said to be uncertain, though answers are lost', async () => {
    let lost = 0;
    const outcomes: string[] = [];
    for (let seed = 1; seed <= 40; seed++) {
      const { stage, ann, bob, attempt } = await sleepOver(7000, seed);
      stage.network.faults.swapReplyLoss = 0.5;
      const attempted = await stage.until(attempt);
      lost += stage.network.counts.swapRepliesLost;
      stage.network.faults.swapReplyLoss = 0;
      await stage.run(3000);
      const outcome = remainsOf(attempted);
      outcomes.push(outcome);
      if (outcome === 'unknown') expect(failureOf(attempted).cause).toBeInstanceOf(RemoveError);
      else expect(everybodySees(ann, bob), `seed ${seed}: ${outcome}`).toEqual([OWNERS[outcome], OWNERS[outcome]]);
    }
    expect(lost).toBeGreaterThan(20);
    expect(outcomes.filter((outcome) => outcome === 'nothing').length).toBeGreaterThan(8);
  });
});

describe('an insertion whose inserter loses the records', () => {
  const cut = (stage: Stage) => {
    stage.network.block('bob', RECORDS);
    stage.network.block(RECORDS, 'bob');
  };

  it('[W74] is taken back when they are there again in time', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    const attempt = insertion(bob);
    await untilDescribed(stage, bob);
    cut(stage);
    stage.part(ann, bob);
    await stage.run(9000);
    expect(ann.see('arm').isLive).toBe(false);
    stage.reunite();
    expect(failureOf(await stage.until(attempt)).remains).toBe('nothing');
    await stage.run(200);
    expect(everybodySees(ann, bob)).toEqual([undefined, undefined]);
  });

  it('[W74] says so when it cannot be known what is there, and why; then it can be removed', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    const attempt = insertion(bob);
    await untilDescribed(stage, bob);
    cut(stage);
    const error = failureOf(await stage.until(attempt));
    expect(error.remains).toBe('unknown');
    expect(error.message).toContain('nor could it be removed again for certain: its ownership record could not be written');
    expect(error.cause).toBeInstanceOf(RemoveError);
    stage.reunite();
    await stage.run(3000);
    expect(everybodySees(ann, bob)).toEqual(['bob', 'bob']);
    await stage.until(bob.participant.remove('arm'));
    await stage.run(200);
    expect(everybodySees(ann, bob)).toEqual([undefined, undefined]);
  });

  it.each([
    { stalledMs: 7500, remains: 'nothing', owner: undefined },
    { stalledMs: 20_000, remains: 'unknown', owner: 'bob' },
  ])(
    '[W74] knows what remains of a description that was written late: after $stalledMs ms $remains',
    async ({ stalledMs, remains, owner }) => {
      const stage = new Stage();
      const [ann, bob] = await stage.enter('ann', 'bob');
      // From the instant at which the ownership record is written.
      using _watch = stage
        .stranger()
        .bucket(buckets.ownership(WORLD))
        .watch((event) => {
          if (event.kind === 'value' && event.entry.key === 'arm' && stage.network.counts.recordStalls === 0)
            stage.network.stallRecords(stalledMs);
        });
      const error = failureOf(await stage.until(insertion(bob)));
      expect([error.remains, stage.network.counts.recordStalls]).toEqual([remains, 1]);
      expect(error.message).toContain('arm could not be described');
      await stage.run(stalledMs + 3000);
      expect(everybodySees(ann, bob)).toEqual([owner, owner]);
    },
  );
});
