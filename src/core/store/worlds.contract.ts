import { describe, expect, it } from 'vitest';
import { planarPose } from '../base/pose.ts';
import { draftOf, freshId, freshPerson, freshWorld, robot, shelf } from './harness.contract.ts';
import type { SavedEntity, Store } from './store.ts';

const ids = (entities: readonly SavedEntity[]): string[] => entities.map(({ id }) => id);

export function worldsContract(store: () => Store): void {
  describe('worlds', () => {
    it('[D11] are created once', async () => {
      const draft = { ...draftOf(freshId('world')), template: 'workcell' };
      expect(await store().worlds.create(draft, [robot('arm')])).toBe('created');
      expect(await store().worlds.create({ ...draft, name: 'Another' }, [])).toBe('exists');
      expect(await store().worlds.get(draft.id)).toMatchObject(draft);
      expect(ids(await store().worlds.entities(draft.id))).toEqual(['arm']);
      expect((await store().worlds.all()).filter(({ id }) => id === draft.id)).toHaveLength(1);
    });

    it('[D11] are created by one of several who try at once', async () => {
      const draft = draftOf(freshId('world'));
      const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => store().worlds.create(draft, [robot(`r${i}`)])));
      expect(answers.filter((answer) => answer === 'created')).toHaveLength(1);
      expect(await store().worlds.entities(draft.id)).toEqual([robot(`r${answers.indexOf('created')}`)]);
    });

    it('[D12] are replaced and changed, a revision at a time', async () => {
      const world = await freshWorld(store(), [robot('arm'), shelf('shelf')]);
      const riding = { ...robot('part', 2), ride: { parent: 'arm', offset: planarPose(0, 0, 1) }, stop: { by: 'ines', reason: 'a hand' } };
      expect(await store().worlds.change(world, { put: [riding, robot('arm', 5)], remove: ['shelf'] }, 2000)).toBe(1);
      expect(await store().worlds.entities(world)).toEqual([robot('arm', 5), riding]);
      expect(await store().worlds.change(world, {}, 2001)).toBe(2);
      expect(await store().worlds.replace(world, [shelf('b'), shelf('a')], 2002)).toBe(3);
      expect(await store().worlds.entities(world)).toEqual([shelf('a'), shelf('b')]);
    });

    it('[D12] do not mix what two save at once', async () => {
      const world = await freshWorld(store());
      const saves = Array.from({ length: 10 }, (_, save) => Array.from({ length: 20 }, (_, i) => robot(`save${save}-${i}`)));
      const revisions = await Promise.all(saves.map((entities) => store().worlds.replace(world, entities, 1)));
      expect([...revisions].sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
      const last = saves[revisions.indexOf(10)] ?? [];
      expect(ids(await store().worlds.entities(world))).toEqual(ids(last).sort());
    });

    it('[D13] count their incarnations, also beyond their end', async () => {
      const world = await freshWorld(store());
      const first = await store().worlds.start(world, 10);
      const several = await Promise.all([store().worlds.start(world, 11), store().worlds.start(world, 12)]);
      expect(new Set(several).size).toBe(2);
      expect(Math.min(...several)).toBeGreaterThan(first);
      await store().worlds.remove(world);
      await store().worlds.create(draftOf(world), []);
      expect(await store().worlds.start(world, 13)).toBeGreaterThan(Math.max(...several));
    });

    it('[D32] are kept by one hub at a time, and by another when that one says so no more', async () => {
      const world = await freshWorld(store());
      const first = await store().worlds.keep(world, 'hub-a');
      expect(first.hub).toBe('hub-a');
      expect(await store().worlds.keep(world, 'hub-b')).toEqual(first);
      const again = await store().worlds.keep(world, 'hub-a');
      expect(again).toEqual({ hub: 'hub-a', said: first.said + 1 });
      expect(await store().worlds.keep(world, 'hub-b', first)).toEqual(again);
      expect((await store().worlds.keep(world, 'hub-b', again)).hub).toBe('hub-b');
      expect((await store().worlds.keep(world, 'hub-a')).hub).toBe('hub-b');
      await store().worlds.unkeep(world, 'hub-a');
      expect((await store().worlds.keep(world, 'hub-a')).hub).toBe('hub-b');
      await store().worlds.unkeep(world, 'hub-b');
      expect((await store().worlds.keep(world, 'hub-a')).hub).toBe('hub-a');
      expect(await store().worlds.change(world, { put: [robot('arm')] }, 5, 'hub-b')).toBeUndefined();
      expect(await store().worlds.entities(world)).toEqual([]);
      expect(await store().worlds.change(world, { put: [robot('arm')] }, 5, 'hub-a')).toBe(1);
      await expect(store().worlds.keep('nowhere', 'hub-a')).rejects.toThrow('there is no world "nowhere"');
    });

    it('[D32] are kept by one of several hubs that try at once', async () => {
      const world = await freshWorld(store());
      const keepers = await Promise.all(Array.from({ length: 8 }, (_, i) => store().worlds.keep(world, `hub-${i}`)));
      expect(new Set(keepers.map(({ hub }) => hub)).size).toBe(1);
      const [gone] = keepers;
      const heirs = await Promise.all(Array.from({ length: 8 }, (_, i) => store().worlds.keep(world, `heir-${i}`, gone)));
      expect(new Set(heirs.map(({ hub }) => hub)).size).toBe(1);
    });

    it('[D14] are told of', async () => {
      const world = await freshWorld(store(), [robot('arm'), shelf('shelf')]);
      const told = { ...draftOf(world), openedAtMs: 1000, savedAtMs: 1000, revision: 0, entityCount: 2, dynamicCount: 1 };
      expect(await store().worlds.get(world)).toEqual(told);
      const view = { eye: [1, 2, 3.5], target: [0, 0, -0.25] } as const;
      await store().worlds.setView(world, view);
      await store().worlds.start(world, 1500);
      await store().worlds.change(world, { put: [robot('cart')] }, 1600);
      await store().worlds.describe(world, { summary: 'another' });
      const later = { ...told, summary: 'another', view, openedAtMs: 1500, savedAtMs: 1600, revision: 1, entityCount: 3, dynamicCount: 2 };
      expect(await store().worlds.get(world)).toEqual(later);
      await store().worlds.setView(world, undefined);
      await store().worlds.describe(world, { name: 'New name' });
      expect(await store().worlds.get(world)).toEqual({ ...later, name: 'New name', view: undefined });
    });

    it('[D14] have a picture, known by its hash', async () => {
      const world = await freshWorld(store());
      await store().worlds.setPicture(world, { mediaType: 'image/png', bytes: Uint8Array.of(1, 2, 3) });
      // sha256sum of these three bytes.
      expect((await store().worlds.get(world))?.pictureHash).toBe('039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81');
      const picture = { mediaType: 'image/webp', bytes: Uint8Array.of(0, 255, 128) };
      await store().worlds.setPicture(world, picture);
      expect(await store().worlds.picture(world)).toEqual(picture);
    });

    it('[D15] take what belongs to them along', async () => {
      const [world, other] = [await freshWorld(store(), [robot('arm')]), await freshWorld(store())];
      const person = await freshPerson(store());
      const scope = { kind: 'world', world } as const;
      const invitation = { id: freshId('invitation'), role: 'viewer', note: '', createdBy: 'ann', createdAtMs: 1, expiresAtMs: 2 } as const;
      const file = { name: 'a.txt', mediaType: 'text/plain', addedBy: 'ann', addedAtMs: 1 };
      const bytes = Uint8Array.of(4, 5);
      await store().people.grant({ person, scope, role: 'teacher', grantedBy: 'ann', grantedAtMs: 1 });
      await store().invitations.create({ ...invitation, scope });
      await store().worlds.setPicture(world, { mediaType: 'image/png', bytes });
      await store().chat.append({ world, from: 'ann', name: 'Ann', text: 'x', atMs: 1 });
      const { contentHash } = await store().files.add({ ...file, world }, bytes);
      await store().files.add({ ...file, world: other }, bytes);
      const seq = await store().audit.append({ atMs: 1, world, by: 'ann', name: 'Ann', action: 'test', detail: '' });

      await store().worlds.remove(world);
      expect(await store().worlds.get(world)).toBeUndefined();
      expect(await store().worlds.create(draftOf(world), [])).toBe('created');
      expect(await store().worlds.entities(world)).toEqual([]);
      expect(await store().worlds.picture(world)).toBeUndefined();
      expect(await store().people.roles(person)).toEqual([]);
      expect(await store().invitations.get(invitation.id)).toBeUndefined();
      expect(await store().chat.recent(world, { limit: 10 })).toEqual([]);
      expect(await store().files.all(world)).toEqual([]);
      expect(await store().files.content(other, contentHash)).toEqual(bytes);
      expect(await store().audit.read({ world, order: 'oldest first', limit: 10 })).toMatchObject([{ seq }]);
    });
  });
}
