import { expect, it } from 'vitest';
import type { EntityDescription } from '../core/api/messages.ts';
import { ORIGIN } from '../core/base/pose.ts';
import { decodeDeclaration, encodeDeclaration } from '../core/blackboard/declaration.ts';
import { keyOf } from '../core/blackboard/names.ts';
import { buckets } from '../core/bus/subjects.ts';
import type { KnownWorld } from './claimant.ts';
import { deskRights } from './desk-rights.ts';

const ROBOT: EntityDescription = { name: 'Robot', model: 'box', kind: 'dynamic', dofs: [], initial: { pose: ORIGIN, values: [] } };
const declaredBy = (by: string) =>
  encodeDeclaration({ name: 'lamp', type: 'number', unit: '', writers: { kind: 'anyone' }, goodForMs: undefined, by });

/** Cleo is in it, and Ada is not. */
const world: KnownWorld = {
  id: 'w',
  owners: { title: (participant, entity) => (participant === 'cleo' && entity === 'robot' ? 'owner' : 'none') },
  resident: { entity: (id) => (id === 'robot' ? { description: ROBOT } : undefined) },
  board: { declaration: (name) => (name === 'lamp' ? decodeDeclaration(declaredBy('cleo'), keyOf('lamp')) : undefined) },
  people: [{ id: 'cleo' }],
};

it('[K23] lets a program on the bus itself do with records what an operator may, and no more', () => {
  const { mayRead, mayReplace } = deskRights(world);
  const lamp = { bucket: buckets.declarations('w'), key: keyOf('lamp') };
  expect(mayReplace('ben', lamp, declaredBy('cleo'), declaredBy('ben')).kind).toBe('drop');
  expect(mayReplace('ben', lamp, declaredBy('ada'), declaredBy('ben')).kind).toBe('allow');
  expect(mayRead('ben', buckets.ownership('w')).kind).toBe('allow');
  expect(mayRead('ben', buckets.ownership('aside')).kind).toBe('drop');
});
