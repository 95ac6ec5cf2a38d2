import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ORIGIN } from '../core/base/pose.ts';
import { EmbeddedBackbone } from '../core/bus/embedded.ts';
import { subjects } from '../core/bus/subjects.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';
import type { Applicant } from '../transports/socket/gatekeeper.ts';
import { HubGatekeeper } from './gatekeeper.ts';
import { Worlds } from './worlds.ts';

const nothing = new Uint8Array();
let worlds: Worlds;
let gatekeeper: HubGatekeeper;
let taken: Set<string>;

beforeEach(() => {
  const report = (error: unknown) => {
    throw error;
  };
  const ports = { clock: systemClock, random: systemRandom, report };
  const backbone = new EmbeddedBackbone({ ...ports, defer: queueMicrotask });
  worlds = new Worlds({ ...ports, hub: 'hub', backbone, incarnation: 1, onOpen: () => {} });
  gatekeeper = new HubGatekeeper({ hub: 'hub', worlds, origins: { host: '127.0.0.1', allowed: [] }, random: systemRandom });
  taken = new Set();
});

afterEach(async () => {
  await Promise.all(worlds.all().map(({ opened }) => opened));
  await worlds.close();
});

const applicant = (name: string, more: Partial<Applicant> = {}): Applicant => ({
  world: 'w',
  name,
  former: undefined,
  peer: { address: '127.0.0.1', origin: undefined, host: '127.0.0.1:7330' },
  isTaken: (id) => taken.has(id),
  ...more,
});

function admitted(asking: Applicant): string {
  const admission = gatekeeper.admit(asking);
  if (admission.kind === 'refuse') throw new Error(admission.text);
  taken.add(admission.id);
  return admission.id;
}

describe('ids', () => {
  it('are made of names, each given once', () => {
    expect(admitted(applicant('Ada Lovelace'))).toBe('ada-lovelace');
    expect(admitted(applicant('Ada Lovelace'))).toBe('ada-lovelace-2');
    expect(admitted(applicant('Ada Lovelace'))).toBe('ada-lovelace-3');
    const ids = Array.from({ length: 20 }, () => admitted(applicant('Ada Lovelace')));
    expect(new Set(ids).size).toBe(20);
  });

  it("are never the hub's own, nor those of its residents", () => {
    for (const name of ['hub', 'Hub', 'hub-w', 'hub-door']) expect(admitted(applicant(name))).toMatch(/^guest-hub/);
  });

  it('are given back to those who prove them, or ask first after a restart', () => {
    taken.add('ada');
    expect(admitted(applicant('Ada', { former: { id: 'ada', proof: 'proven' } }))).toBe('ada');
    expect(admitted(applicant('Ada', { former: { id: 'ada-7', proof: 'unknown' } }))).toBe('ada-7');
    expect(admitted(applicant('Ada', { former: { id: 'ada-7', proof: 'unknown' } }))).toBe('ada-2');
    expect(admitted(applicant('Eve', { former: { id: 'hub-w', proof: 'unknown' } }))).toBe('eve');
  });
});

describe('admission', () => {
  it('is refused to pages of other sites', () => {
    const peer = { address: '127.0.0.1', origin: 'https://evil.example', host: '127.0.0.1:7330' };
    expect(gatekeeper.admit(applicant('Eve', { peer }))).toMatchObject({ kind: 'refuse', reason: 'not-admitted' });
    expect(worlds.all()).toEqual([]);
  });

  it('opens worlds, but not without end', async () => {
    for (let i = 0; i < 64; i++) admitted(applicant('Eve', { world: `w${i}` }));
    expect(gatekeeper.admit(applicant('Eve', { world: 'one-more' }))).toMatchObject({ kind: 'refuse', reason: 'not-admitted' });
    expect(gatekeeper.admit(applicant('Eve', { world: 'w1' }))).toMatchObject({ kind: 'admit' });
    expect(gatekeeper.admit(applicant('Eve', { world: 'w'.repeat(41) }))).toMatchObject({ kind: 'refuse' });
  });
});

describe('rights', () => {
  it('follow the ownership records', async () => {
    const ada = admitted(applicant('Ada'));
    const world = worlds.get('w');
    const resident = await world?.opened;
    await resident?.insert({ name: 'Robot', model: 'box', kind: 'dynamic', dofs: [], initial: { pose: ORIGIN, values: [] } }, 'robot');
    const state = subjects.state('w', 'f0', 'robot');
    expect(world?.owners.title('hub-w', 'robot')).toBe('owner');
    expect(gatekeeper.mayPublish(ada, state, nothing).kind).toBe('close');
    await resident?.remove('robot');
    expect(world?.owners.title('hub-w', 'robot')).toBe('former');
  });

  it('end with the link', () => {
    const ada = admitted(applicant('Ada'));
    expect(gatekeeper.mayPublish(ada, subjects.chat('w'), nothing).kind).toBe('allow');
    gatekeeper.forget(ada);
    expect(gatekeeper.mayPublish(ada, subjects.chat('w'), nothing).kind).toBe('drop');
    expect(gatekeeper.mayRequest('nobody', subjects.clock('w'), nothing).kind).toBe('drop');
  });
});
