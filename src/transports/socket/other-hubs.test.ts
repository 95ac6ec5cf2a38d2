import { describe, expect, it } from 'vitest';
import { eventually } from '../../core/bus/harness.contract.ts';
import { openGatekeeper, TestHub } from './door-harness.contract.ts';
import type { Gatekeeper } from './gatekeeper.ts';

/** As hubs that share a secret make it. */
const secretOf = (id: string): string => `secret of ${id}`;
/** They know nothing of who was at the other. */
const gatekeeper: Gatekeeper = {
  ...openGatekeeper,
  admit: (applicant) =>
    applicant.former?.proof === 'proven' ? { kind: 'admit', id: applicant.former.id, info: {} } : openGatekeeper.admit(applicant),
};
const addressOf = ({ port }: TestHub): string => `http://127.0.0.1:${port}`;

describe('a participant that loses its hub', () => {
  it('[S30] goes to another one that it was told of, and is there who it was', async () => {
    await using two = await TestHub.open({ hub: 'two', gatekeeper, secretOf });
    const one = await TestHub.open({ hub: 'one', gatekeeper, secretOf });
    const early = await one.join('early');
    one.door.tellOtherHubs([addressOf(two)]);
    const late = await one.join('late');
    const [idOfEarly, idOfLate] = [early.self, late.self];
    await one.settle();
    await one.stop();
    await eventually(two, () => expect([early.status.kind, late.status.kind]).toEqual(['connected', 'connected']));
    expect([early.self, late.self]).toEqual([idOfEarly, idOfLate]);
    expect([early.welcome.hub, late.welcome.hub]).toEqual(['two', 'two']);
    expect(late.url).toBe(two.url);
    expect(two.joined.map(({ how }) => how)).toEqual(['resumed', 'resumed']);
    await Promise.all([early.drain(), late.drain()]);
  });

  it('[S30] is not taken for another at a hub that did not make its secret', async () => {
    await using two = await TestHub.open({ hub: 'two', gatekeeper, secretOf });
    await expect(two.join('eve', { resume: { id: 'ann', secret: 'a guess' } })).rejects.toMatchObject({ reason: 'resume-refused' });
  });

  it('[S30] asks the next one when a hub is full', async () => {
    const full: Gatekeeper = { ...gatekeeper, admit: () => ({ kind: 'refuse', reason: 'door-full', text: 'all are here' }) };
    await using two = await TestHub.open({ hub: 'two', gatekeeper: full, secretOf });
    await using three = await TestHub.open({ hub: 'three', gatekeeper, secretOf });
    const one = await TestHub.open({ hub: 'one', gatekeeper, secretOf });
    one.door.tellOtherHubs([addressOf(two), addressOf(three)]);
    const ann = await one.join('ann');
    await one.settle();
    await one.stop();
    await eventually(three, () => expect([ann.status.kind, ann.welcome.hub]).toEqual(['connected', 'three']));
    await ann.drain();
  });

  it('[S30] comes back to its own when the other is gone too', async () => {
    const two = await TestHub.open({ hub: 'two', gatekeeper, secretOf });
    const one = await TestHub.open({ hub: 'one', gatekeeper, secretOf });
    one.door.tellOtherHubs([addressOf(two)]);
    const ann = await one.join('ann');
    await one.settle();
    const { port } = one;
    await two.stop();
    await one.stop();
    await using again = await TestHub.open({ hub: 'one', gatekeeper, secretOf }, port);
    await eventually(again, () => expect(ann.status.kind).toBe('connected'));
    expect([ann.self, ann.url]).toEqual(['ann', again.url]);
    await ann.drain();
  });
});

describe('a participant that comes', () => {
  it('[S31] is sent to a hub that has more room, once', async () => {
    await using two = await TestHub.open({ hub: 'two', gatekeeper: sendingTo(() => 'http://127.0.0.1:9') });
    await using one = await TestHub.open({ hub: 'one', gatekeeper: sendingTo(() => addressOf(two)) });
    const ann = await one.join('ann');
    expect(ann.welcome.hub).toBe('two');
    expect(one.joined).toEqual([]);
  });

  it('[S31] stays where it came when the other hub does not answer', async () => {
    await using one = await TestHub.open({ hub: 'one', gatekeeper: sendingTo(() => 'http://127.0.0.1:9') });
    const ann = await one.join('ann');
    expect(ann.welcome.hub).toBe('one');
  });

  it('[S31] is refused when it is sent to what is no address', async () => {
    await using one = await TestHub.open({ gatekeeper: sendingTo(() => 'nowhere') });
    await expect(one.join('ann')).rejects.toMatchObject({ reason: 'elsewhere' });
  });
});

const sendingTo = (address: () => string): Gatekeeper => ({
  ...gatekeeper,
  admit: (applicant) => (applicant.isSent ? gatekeeper.admit(applicant) : { kind: 'refuse', reason: 'elsewhere', text: address() }),
});
