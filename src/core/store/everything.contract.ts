import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_PICTURE_BYTES } from '../api/http.ts';
import { MalformedError, MisuseError } from '../base/errors.ts';
import { draftOf, freshId, freshPerson, freshWorld, type MakeStore, robot } from './harness.contract.ts';
import { MOST_ENTITIES_OF_WORLD } from './limits.ts';
import { NotInStoreError, type Store, StoreError, StoreLimitError } from './store.ts';

const NUL = String.fromCharCode(0);
const HALF_A_PAIR = String.fromCharCode(0xd83d);

export function everythingContract(store: () => Store, make: MakeStore): void {
  it('[D3] shows what was acknowledged', async () => {
    const world = await freshWorld(store());
    const said = { world, from: 'ann', name: 'Ann', text: 'here', atMs: 1 };
    const seq = await store().chat.append(said);
    expect(await store().chat.recent(world, { limit: 1 })).toEqual([{ ...said, seq }]);
  });

  it('[D4] gives texts back letter by letter', async () => {
    const world = await freshWorld(store());
    const texts = fc.string({ unit: 'binary', maxLength: 500 }).filter((text) => !text.includes(NUL));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await store().chat.append({ world, from: 'ann', name: 'Ann', text, atMs: 1 });
        expect((await store().chat.recent(world, { limit: 1 }))[0]?.text).toBe(text);
      }),
      { numRuns: 20 },
    );
  });

  it('[D4] gives numbers back bit by bit', async () => {
    const world = await freshWorld(store());
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    await fc.assert(
      fc.asyncProperty(fc.array(numbers, { maxLength: 8 }), fc.maxSafeNat(), async (values, atMs) => {
        const entity = { ...robot('arm'), posture: { pose: robot('arm').posture.pose, values } };
        const when = atMs % 8.64e15;
        await store().worlds.replace(world, [entity], when);
        expect(await store().worlds.entities(world)).toEqual([entity]);
        expect((await store().worlds.get(world))?.savedAtMs).toBe(when);
      }),
      { numRuns: 20 },
    );
  });

  it('[D5] refuses what it could not give back, and what has another form', async () => {
    const world = await freshWorld(store());
    const line = { world, from: 'ann', name: 'Ann', text: 'x', atMs: 1 };
    for (const text of [NUL, HALF_A_PAIR, 'x'.repeat(2001)]) {
      await expect(store().chat.append({ ...line, text })).rejects.toThrow(MalformedError);
    }
    await expect(store().chat.append({ ...line, atMs: 1.5 })).rejects.toThrow(/^atMs: /);
    await expect(store().worlds.create(draftOf('No Id'), [])).rejects.toThrow(/^id: /);
    const broken = { ...robot('arm'), posture: { pose: robot('arm').posture.pose, values: [Number.NaN] } };
    await expect(store().worlds.replace(world, [robot('cart'), broken], 1)).rejects.toThrow(MalformedError);
    await expect(store().worlds.replace(world, [robot('arm'), robot('arm')], 1)).rejects.toThrow(MisuseError);
    const huge = { mediaType: 'image/png', bytes: new Uint8Array(MOST_PICTURE_BYTES + 1) };
    await expect(store().worlds.setPicture(world, huge)).rejects.toThrow(MisuseError);
    expect(await store().worlds.get(world)).toMatchObject({ revision: 0, entityCount: 0, pictureHash: undefined });
    expect(await store().chat.recent(world, { limit: 10 })).toEqual([]);
  });

  it('[D6] refuses to add to what is not there', async () => {
    const { worlds, people, invitations, chat, files } = store();
    const scope = { kind: 'world', world: 'nowhere' } as const;
    const grant = { role: 'viewer', grantedBy: 'ann', grantedAtMs: 1 } as const;
    const invitation = { id: freshId('invitation'), role: 'viewer', note: '', createdBy: 'ann', createdAtMs: 1, expiresAtMs: 2 } as const;
    const file = { name: 'a', mediaType: 'text/plain', addedBy: 'ann', addedAtMs: 1 };
    const person = await freshPerson(store());
    const additions = [
      () => worlds.start('nowhere', 1),
      () => worlds.entities('nowhere'),
      () => worlds.replace('nowhere', [], 1),
      () => worlds.change('nowhere', {}, 1),
      () => worlds.describe('nowhere', { name: 'Nowhere' }),
      () => worlds.setPicture('nowhere', { mediaType: 'image/png', bytes: new Uint8Array() }),
      () => worlds.setView('nowhere', undefined),
      () => people.setPreferences('nobody', '{}'),
      () => people.grant({ ...grant, person: 'nobody', scope: { kind: 'everywhere' } }),
      () => people.grant({ ...grant, person, scope }),
      () => invitations.create({ ...invitation, scope }),
      () => invitations.revoke('none', 'ann', 1),
      () => chat.append({ world: 'nowhere', from: 'ann', name: 'Ann', text: 'x', atMs: 1 }),
      () => files.add({ ...file, world: 'nowhere' }, new Uint8Array()),
    ];
    for (const addition of additions) await expect(addition()).rejects.toThrow(NotInStoreError);
  });

  it('[D6] answers nothing of what is not there, and removes it without a word', async () => {
    const { worlds, models, people, invitations, chat, files } = store();
    expect(await worlds.get('nowhere')).toBeUndefined();
    expect(await worlds.picture('nowhere')).toBeUndefined();
    expect(await people.get('nobody')).toBeUndefined();
    expect(await people.preferences('nobody')).toBeUndefined();
    expect(await people.roles('nobody')).toEqual([]);
    expect(await invitations.get('none')).toBeUndefined();
    expect(await chat.recent('nowhere', { limit: 1 })).toEqual([]);
    expect(await files.get('nowhere', '00')).toBeUndefined();
    expect(await files.content('nowhere', '00')).toBeUndefined();
    await worlds.remove('nowhere');
    await models.remove('none');
    await people.remove('nobody');
    await people.withdraw('nobody', { kind: 'everywhere' });
    await files.remove('nowhere', '00');
  });

  it('[D7] refuses more entities than a world may have', async () => {
    const most = Array.from({ length: MOST_ENTITIES_OF_WORLD }, (_, i) => robot(`r${i}`));
    const world = await freshWorld(store());
    expect(await store().worlds.replace(world, most, 1)).toBe(1);
    await expect(store().worlds.change(world, { put: [robot('one-more')] }, 2)).rejects.toThrow(StoreLimitError);
    expect(await store().worlds.get(world)).toMatchObject({ revision: 1, savedAtMs: 1, entityCount: MOST_ENTITIES_OF_WORLD });
    expect(await store().worlds.change(world, { remove: ['r0'], put: [robot('one-more')] }, 3)).toBe(2);
    await store().worlds.remove(world);
  });

  it('[D8] finishes what is under way when it is disposed, then refuses', async () => {
    await using harness = await make();
    const { worlds, audit } = harness.store;
    const entry = { atMs: 1, by: 'ann', name: 'Ann', action: 'test', detail: '' };
    const underWay = Array.from({ length: 30 }, () => audit.append(entry));
    await harness.store[Symbol.asyncDispose]();
    expect(new Set(await Promise.all(underWay)).size).toBe(30);
    await expect(worlds.all()).rejects.toThrow(StoreError);
    await expect(audit.append(entry)).rejects.toThrow(/is closed$/);
    await harness.store[Symbol.asyncDispose]();
  });
}
