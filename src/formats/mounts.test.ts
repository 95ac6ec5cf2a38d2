import { expect, it } from 'vitest';
import { at, chain, turned } from '../core/geometry/placement.ts';
import { linkPoses } from '../core/robots/kinematics.ts';
import { catalog } from '../core/robots/robots.ts';
import { exportBody, importBody } from './formats.ts';

it('a sensor goes out as a frame of its name, and comes back where it was', async () => {
  const puma = catalog.find(({ id }) => id === 'puma-560');
  if (!puma) throw new Error('the catalog has no Puma');
  const place = chain(at(0.1, 0.02, 0.3), turned([0, 0, 1], 0.5));
  const files = await exportBody({ ...puma, mounts: [{ name: 'Wrist eye', kind: 'camera', link: 2, at: place }] }, new Map());
  const { model } = await importBody(files);
  const frame = model.links.findIndex(({ name }) => name === 'Wrist eye');
  const values = model.dofs.map((_, i) => 0.1 * (i + 1));
  const expected = chain(linkPoses(puma, values)[2] ?? at(0, 0, 0), place);
  const found = linkPoses(model, values)[frame] ?? at(0, 0, 0);
  for (const axis of ['x', 'y', 'z'] as const) expect(found[axis]).toBeCloseTo(expected[axis], 9);
});
