import { describe, expect, it } from 'vitest';
import { eventually } from '../../core/bus/harness.contract.ts';
import { TestHub } from './door-harness.contract.ts';
import { Envelope } from './envelope.ts';

describe('the envelope of a message', () => {
  it.each([
    [0, [0x82, 0]],
    [125, [0x82, 125]],
    [126, [0x82, 126, 0, 126]],
    [65_535, [0x82, 126, 0xff, 0xff]],
    [65_536, [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
  ])('of %i bytes has the header of RFC 6455', (length, header) => {
    const frame = new Uint8Array(length).fill(7);
    const message = new Envelope().wrap(frame);
    expect([...message.subarray(0, header.length)]).toEqual(header);
    expect([...message.subarray(header.length)]).toEqual([...frame]);
  });

  it('[S19] is made once for all who get the same frame', () => {
    const envelope = new Envelope();
    const [one, other] = [Uint8Array.of(1), Uint8Array.of(1)];
    const wrapped = envelope.wrap(one);
    expect(envelope.wrap(one)).toBe(wrapped);
    expect(envelope.wrap(other)).not.toBe(wrapped);
  });

  it('is understood by real WebSockets at every length', async () => {
    await using hub = await TestHub.open();
    const ann = await hub.join('ann');
    const resident = hub.backbone.connect('resident');
    const lengths: number[] = [];
    ann.subscribe('v1.w.f0.st.*', ({ payload }) => lengths.push(payload.length));
    await hub.settle();
    const sent = [0, 50, 120, 121, 122, 123, 300, 40_000, 60_000];
    for (const length of sent) {
      resident.publish('v1.w.f0.st.a', new Uint8Array(length));
      await hub.settle();
    }
    // In one turn: messages of 80,000 and of 240,000 bytes.
    for (let i = 0; i < 2; i++) resident.publish('v1.w.f0.st.a', new Uint8Array(40_000));
    await hub.settle();
    for (let i = 0; i < 4; i++) resident.publish('v1.w.f0.st.a', new Uint8Array(60_000));
    await eventually(hub, () => expect(lengths).toEqual([...sent, ...new Array(2).fill(40_000), ...new Array(4).fill(60_000)]));
  });
});
