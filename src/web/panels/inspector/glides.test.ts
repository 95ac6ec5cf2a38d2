import { describe, expect, it } from 'vitest';
import type { ActionDraft } from '../../../core/api/messages.ts';
import type { Control, Outcome } from '../../../core/world/world.ts';
import { Leases } from '../../driving/driving.ts';
import { Settable } from '../../link/observable.ts';
import type { EntityInfo, Person } from '../../link/world-link.ts';
import { Glides } from './glides.ts';

const IDLE: Control = { stop: undefined, lease: undefined, leaseEpoch: 0, asking: [], driver: undefined };
const DONE = { kind: 'done', epoch: 0, seq: 0 } as unknown as Outcome;

/** Ada's page before one arm: what it asks of the arm's owner, each answered when the test says so. */
class Bench {
  readonly entities = new Settable<ReadonlyMap<string, EntityInfo>>(new Map());
  readonly me = new Settable<Person | undefined>({ id: 'ada' } as Person);
  readonly asked: string[] = [];
  readonly failures: (string | undefined)[] = [];
  readonly hands: { readonly leases: Leases };
  readonly glides: Glides;
  readonly #answers: ((outcome: Outcome) => void)[] = [];

  constructor(control: Partial<Control> = {}) {
    this.entities.set(new Map([['arm', { id: 'arm', control: { ...IDLE, ...control } } as EntityInfo]]));
    this.hands = { leases: new Leases(this, { nowMs: () => 0, wallClockMs: () => 0 }) };
    this.glides = new Glides({ link: this, hands: this.hands }, 'arm', (text) => this.failures.push(text));
  }

  command = (entity: string, action: ActionDraft): Promise<Outcome> => {
    this.asked.push(
      action.kind === 'glide' ? `${entity} ${action.dof} to ${action.to} at ${action.speedPerS}` : `${entity} ${action.kind}`,
    );
    return new Promise((resolve) => this.#answers.push(resolve));
  };

  /** The owner of the arm answers what it was asked last. */
  async answer(outcome: Outcome = DONE): Promise<void> {
    this.#answers.shift()?.(outcome);
    // What follows from an answer follows at once, after some promises.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
}

const MINE = { lease: { holder: 'ada', reason: '' } };

describe('the sliders of a robot', () => {
  it('take a free robot, then move the joint that was touched to where it was put, as fast as was said', async () => {
    const bench = new Bench();
    bench.glides.wish(2, 0.5, 0.8);
    expect(bench.asked).toEqual(['arm lease']);
    await bench.answer();
    expect(bench.asked.slice(1)).toEqual(['arm 2 to 0.5 at 0.8']);
    await bench.answer();
    expect(bench.failures).toEqual([undefined]);
    expect(bench.asked).toHaveLength(2);
  });

  it('do not move a robot that was not given', async () => {
    const bench = new Bench();
    bench.glides.wish(0, 0.5, 1);
    await bench.answer({ kind: 'refused', reason: 'Kenji has the lease' });
    expect([bench.asked, bench.failures]).toEqual([['arm lease'], ['Refused: Kenji has the lease.']]);
  });

  it('send the newest place of each joint alone, while one is on its way', async () => {
    const bench = new Bench(MINE);
    for (const to of [0.1, 0.2, 0.3]) {
      bench.glides.wish(0, to, 1);
      bench.glides.wish(1, -to, 1);
    }
    await bench.answer();
    for (const to of [0.4, 0.5]) bench.glides.wish(0, to, 1);
    for (let answers = 0; answers < 5; answers++) await bench.answer();
    expect(bench.asked.slice(-2)).toEqual(['arm 1 to -0.3 at 1', 'arm 0 to 0.5 at 1']);
    expect(bench.asked.length).toBeLessThanOrEqual(4);
  });

  it('send nothing that waited behind a refusal, and say why; later ones are sent again', async () => {
    const bench = new Bench(MINE);
    bench.glides.wish(0, 0.1, 1);
    await bench.answer();
    bench.glides.wish(0, 0.2, 1);
    bench.glides.wish(1, 0.3, 1);
    await bench.answer({ kind: 'refused', reason: 'the lathe is in its way' });
    await bench.answer();
    expect(bench.asked).toEqual(['arm 0 to 0.1 at 1']);
    expect(bench.failures).toEqual(['Refused: the lathe is in its way.']);
    bench.glides.wish(2, 0.4, 1);
    for (let answers = 0; answers < 3; answers++) await bench.answer();
    expect(bench.asked.slice(1)).toEqual(['arm 2 to 0.4 at 1']);
    expect(bench.failures.slice(1)).toEqual([undefined]);
  });
});
