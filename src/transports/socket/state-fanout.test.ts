import { describe, expect, it } from 'vitest';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { decodeFrame } from '../../core/bus/frames.ts';
import type { Subscriber } from './audience.ts';
import type { Frame } from './newest-lane.ts';
import { StateFanout } from './state-fanout.ts';
import { Traffic } from './traffic.ts';

/** Understands what it gets as a participant does. */
class Reader implements Subscriber {
  readonly id: string;
  readonly states: string[] = [];
  readonly frames: Frame[] = [];
  readonly #meaning = new Map<number, string>();

  constructor(id: string) {
    this.id = id;
  }

  deliverStates(frame: Frame): void {
    this.frames.push(frame);
    for (const record of decodeFrame(frame)) {
      if (record.type === 'alias') this.#meaning.set(record.number, `${record.from} ${record.subject}`);
      if (record.type === 'aliased') this.states.push(`${this.#meaning.get(record.number)} ${record.payload[0]}`);
    }
  }

  deliverVideo(frame: Frame): void {
    this.frames.push(frame);
  }
}

function fanout(numbers = 1000) {
  const deferred: (() => void)[] = [];
  const report = (error: unknown) => {
    throw error;
  };
  const backbone = new EmbeddedBackbone({ defer: (action) => deferred.push(action), report, clock: new VirtualTime().clock() });
  const traffic = new Traffic();
  const states = new StateFanout(backbone.connect('door'), traffic, numbers, () => undefined);
  const turn = () => {
    for (const action of deferred.splice(0)) action();
    states.flush();
  };
  return { backbone, states, traffic, turn };
}

describe('the fan-out of states', () => {
  it('[S17] gives numbers another meaning when all are in use, and every reader still understands', () => {
    const { backbone, states, turn } = fanout(100);
    const ann = backbone.connect('ann');
    const [all, half] = [new Reader('all'), new Reader('half')];
    states.subscribe('v1.w.*.st.*', all);
    states.subscribe('v1.w.f1.st.*', half);
    const expected: string[] = [];
    for (let i = 0; i < 3000; i++) {
      const subject = `v1.w.f${i % 2}.st.e${(i * 7) % 151}`;
      ann.publish(subject, Uint8Array.of(i % 256));
      expected.push(`ann ${subject} ${i % 256}`);
      if (i % 40 === 0) turn();
    }
    turn();
    expect(all.states.toSorted()).toEqual(expected.toSorted());
    expect(half.states.toSorted()).toEqual(expected.filter((line) => line.includes('.f1.')).toSorted());
  });

  it('[S17] sends what a number meant before it is given another meaning', () => {
    const { backbone, states, turn } = fanout(100);
    const ann = backbone.connect('ann');
    const [all, one] = [new Reader('all'), new Reader('one')];
    states.subscribe('v1.w.*.st.*', all);
    states.subscribe('v1.w.f1.st.*', one);
    for (let i = 0; i < 100; i++) ann.publish(`v1.w.f0.st.e${i}`, Uint8Array.of(1));
    turn();
    all.states.length = 0;
    // The numbers of e0 and e1 go to b and c; the frame of f1 begins before e1 is said, and ends after.
    for (const subject of ['v1.w.f1.st.b', 'v1.w.f0.st.e1', 'v1.w.f1.st.c']) ann.publish(subject, Uint8Array.of(2));
    turn();
    expect(all.states.toSorted()).toEqual(['ann v1.w.f0.st.e1 2', 'ann v1.w.f1.st.b 2', 'ann v1.w.f1.st.c 2']);
    expect(one.states).toEqual(['ann v1.w.f1.st.b 2', 'ann v1.w.f1.st.c 2']);
  });

  it('[S19] hands the very same bytes to all readers of a region', () => {
    const { backbone, states, turn, traffic } = fanout();
    const readers = ['a', 'b', 'c'].map((id) => new Reader(id));
    for (const reader of readers) states.subscribe('v1.w.f0.st.*', reader);
    for (let i = 0; i < 10; i++) backbone.connect(`p${i}`).publish(`v1.w.f0.st.e${i}`, Uint8Array.of(i));
    turn();
    const [first, ...others] = readers.map(({ frames }) => frames);
    expect(first).toHaveLength(1);
    for (const frames of others) expect(frames[0]).toBe(first?.[0]);
    expect(traffic.delivered.state.messages).toBe(30);
  });

  it('[S19] spares an author what only it said, except announcements', () => {
    const { backbone, states, turn } = fanout();
    const [ann, ben] = [new Reader('ann'), new Reader('ben')];
    for (const reader of [ann, ben]) states.subscribe('v1.w.f0.st.*', reader);
    const publisher = backbone.connect('ann');
    for (let i = 0; i < 3; i++) {
      publisher.publish('v1.w.f0.st.puma', Uint8Array.of(i));
      turn();
    }
    expect([ann.frames.length, ben.frames.length]).toEqual([1, 3]);
  });

  it('encodes nothing for a region that nobody looks at, and forgets it', () => {
    const { backbone, states, turn, traffic } = fanout();
    const ann = new Reader('ann');
    states.subscribe('v1.w.f0.st.*', ann);
    states.unsubscribe('v1.w.f0.st.*', ann);
    const publisher = backbone.connect('p');
    publisher.publish('v1.w.f0.st.puma', Uint8Array.of(1));
    turn();
    for (let sweep = 0; sweep < 2; sweep++) states.sweep();
    states.subscribe('v1.w.f0.st.*', ann);
    publisher.publish('v1.w.f0.st.puma', Uint8Array.of(2));
    turn();
    expect(ann.states).toEqual(['p v1.w.f0.st.puma 2']);
    expect(traffic.delivered.state.messages).toBe(1);
  });
});
