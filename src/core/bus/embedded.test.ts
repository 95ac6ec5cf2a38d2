import { describe, expect, it } from 'vitest';
import { textToBytes } from '../base/bytes.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { type BusHarness, busContract } from './bus.contract.ts';
import { EmbeddedBackbone } from './embedded.ts';
import { heard } from './harness.contract.ts';

busContract('embedded', async () => embeddedHarness());

function embeddedHarness(): BusHarness {
  const time = new VirtualTime();
  const reported: unknown[] = [];
  const defer = (action: () => void) => void time.at(time.now, action);
  const backbone = new EmbeddedBackbone({ defer, report: (error) => reported.push(error), clock: time.clock() });
  return {
    connect: async (self) => backbone.connect(self),
    settle: () => time.run(time.now + 10),
    reported,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

describe('the embedded bus', () => {
  /** Deferred actions wait until the test runs them. */
  function manual() {
    const deferred: (() => void)[] = [];
    const report = (error: unknown) => {
      throw error;
    };
    const backbone = new EmbeddedBackbone({ defer: (action) => deferred.push(action), report, clock: new VirtualTime().clock() });
    const flush = () => {
      for (const action of deferred.splice(0)) action();
    };
    return { backbone, deferred, flush };
  }

  it('defers once for a burst, and once more for what its handlers publish', () => {
    const { backbone, deferred, flush } = manual();
    const [ann, ben] = [backbone.connect('ann'), backbone.connect('ben')];
    const answers = heard(ann, 'pong');
    ben.subscribe('ping', ({ payload }) => ben.publish('pong', payload));
    for (let i = 0; i < 1000; i++) ann.publish('ping', textToBytes(`${i}`));
    expect(deferred).toHaveLength(1);
    flush();
    expect([deferred.length, answers.length]).toEqual([1, 0]);
    flush();
    expect([deferred.length, answers.length]).toEqual([0, 1000]);
  });

  it('does not defer for a message that nobody wants', () => {
    const { backbone, deferred } = manual();
    backbone.connect('ann').publish('nobody', textToBytes(''));
    expect(deferred).toHaveLength(0);
  });

  it('hands over the very bytes it was given', () => {
    const { backbone, flush } = manual();
    const [ann, ben] = [backbone.connect('ann'), backbone.connect('ben')];
    const payload = textToBytes('hello');
    const received: Uint8Array[] = [];
    ben.subscribe('room', (message) => received.push(message.payload));
    ann.publish('room', payload);
    flush();
    expect(received[0]).toBe(payload);
  });

  it('sends to the subscriptions of the moment, not to later ones', () => {
    const { backbone, flush } = manual();
    const [ann, ben] = [backbone.connect('ann'), backbone.connect('ben')];
    const early = heard(ben, 'room');
    ann.publish('room', textToBytes('hello'));
    const late = heard(ben, 'room');
    flush();
    expect([early.length, late.length]).toEqual([1, 0]);
  });

  it('delivers to a draining connection what was under way', async () => {
    const { backbone, flush } = manual();
    const [ann, ben] = [backbone.connect('ann'), backbone.connect('ben')];
    const lines = heard(ben, 'room');
    ann.publish('room', textToBytes('before'));
    const drained = ben.drain();
    ann.publish('room', textToBytes('after'));
    flush();
    await drained;
    expect(lines).toEqual(['ann room before']);
  });

  it('keeps an answer behind what its responder published before it', async () => {
    const { backbone, flush } = manual();
    const [ann, ben] = [backbone.connect('ann'), backbone.connect('ben')];
    const lines = heard(ann, 'state');
    ben.subscribe('cmd', (message) => {
      ben.publish('state', textToBytes('moved'));
      message.reply(textToBytes('done'));
    });
    const answered = ann.request('cmd', textToBytes('move'), { timeoutMs: 1000 }).then(() => lines.length);
    flush();
    flush();
    expect(await answered).toBe(1);
  });
});
