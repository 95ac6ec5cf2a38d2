import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedError } from '../base/errors.ts';
import { ORIGIN, type Pose, planarPose } from '../base/pose.ts';
import type { Paint, Shape } from '../geometry/shape.ts';
import { type DegreeOfFreedom, type Link, MODEL_KINDS, type Model, SENSOR_KINDS } from '../robots/model.ts';
import { catalog } from '../robots/robots.ts';
import { box, freshId } from './harness.contract.ts';
import type { Store } from './store.ts';

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const size = number(1e-6, 1000);
const metres = number(-1000, 1000);
const point = fc.tuple(metres, metres, metres);
const flat = fc.tuple(metres, metres);
const pose: fc.Arbitrary<Pose> = fc.tuple(metres, metres, number(-3, 3)).map(([x, y, yaw]) => planarPose(x, y, yaw));
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((each) => each.trim() === each && !each.includes('\0'));

const shape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record(
    { kind: fc.constant('box' as const), sizeM: fc.tuple(size, size, size), edgeM: number(0, 1) },
    { requiredKeys: ['kind', 'sizeM'] },
  ),
  fc.record({ kind: fc.constant('cylinder' as const), radiusM: size, heightM: size }),
  fc.record({ kind: fc.constant('lathe' as const), profile: fc.array(fc.tuple(number(0, 1000), metres), { minLength: 2, maxLength: 9 }) }),
  fc.record({ kind: fc.constant('sphere' as const), radiusM: size }),
  fc.record({ kind: fc.constant('plate' as const), fromRadiusM: size, toRadiusM: size, lengthM: size, thicknessM: size }),
  fc.record({ kind: fc.constant('extrusion' as const), outline: fc.array(flat, { minLength: 3, maxLength: 9 }), heightM: size }),
  fc.record({ kind: fc.constant('tube' as const), points: fc.array(point, { minLength: 2, maxLength: 9 }), radiusM: size }),
);
const paint = fc.constantFrom<Paint>('own', 'bone', 'graphite', 'wood', '#01aBf9');
const parts = fc.array(fc.record({ shape, at: pose, paint }), { maxLength: 4 });

const dof = (index: number): fc.Arbitrary<DegreeOfFreedom> =>
  fc.record(
    {
      name: text.map((each) => `${index} ${each}`),
      kind: fc.constantFrom('rotation', 'translation'),
      pivot: point,
      axis: fc.constantFrom([1, 0, 0] as const, [0, -1, 0] as const, [0.6, 0, 0.8] as const),
      low: number(-1e6, 0),
      high: number(0, 1e6),
      speedPerS: number(1e-6, 1e4),
      accelerationPerS2: number(1e-3, 1e6),
      home: fc.constant(0),
    },
    { requiredKeys: ['name', 'kind', 'pivot', 'axis', 'low', 'high', 'speedPerS', 'home'] },
  );

const link = (index: number, dofs: number): fc.Arbitrary<Link> =>
  fc.record(
    {
      name: text,
      parent: index === 0 ? fc.constant(-1) : fc.nat(index - 1),
      dof: fc.nat(dofs - 1),
      origin: pose,
      parts,
      factor: number(-1000, 1000),
      period: size,
    },
    { requiredKeys: ['name', 'parent', 'origin', 'parts'] },
  );

const dhRow = fc.record({ d: metres, a: metres, alpha: number(-7, 7), offset: number(-7, 7) });
const drive = (dofs: number) =>
  fc.record({
    wheelRadiusM: size,
    trackM: size,
    speedMPerS: number(0.01, 100),
    turnRadPerS: number(0.01, 100),
    wheels: fc.constant([dofs - 2, dofs - 1] as const),
  });
const leg = fc.record({
  hipDof: fc.constant(0),
  kneeDof: fc.constant(1),
  upperM: size,
  lowerM: size,
  phase: number(0, 1),
  bend: fc.constantFrom(1 as const, -1 as const),
});
const gait = fc.record({
  legs: fc.array(leg, { minLength: 1, maxLength: 4 }),
  strideM: size,
  liftM: size,
  heightM: size,
  turnRadiusM: size,
});

const model: fc.Arbitrary<Model> = fc.tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 6 })).chain(([dofs, links]) =>
  fc.record(
    {
      id: fc.constant('any-model'),
      name: text,
      kind: fc.constantFrom(...MODEL_KINDS),
      summary: text,
      approximate: text,
      links: fc.tuple(...Array.from({ length: links }, (_, i) => link(i, dofs))),
      dofs: fc.tuple(...Array.from({ length: dofs }, (_, i) => dof(i))),
      dh: fc.array(dhRow, { minLength: 1, maxLength: dofs }),
      drive: drive(dofs),
      gait,
      tool: fc.record({ link: fc.nat(links - 1), at: pose }),
      mounts: fc.tuple(fc.record({ name: fc.constant('eye'), kind: fc.constantFrom(...SENSOR_KINDS), link: fc.nat(links - 1), at: pose })),
      massKg: fc.double({ min: 1e-4, max: 1e5, noNaN: true }),
      friction: fc.double({ min: 0, max: 2, noNaN: true }),
      extent: fc.record({ radiusM: size, heightM: size }),
    },
    { requiredKeys: ['id', 'name', 'kind', 'summary', 'links', 'dofs', 'extent'] },
  ),
);

/** The same with all zeroes positive: only their sign may get lost. */
const unsigned = (any: Model | undefined): unknown => JSON.parse(JSON.stringify(any));

export function modelsContract(store: () => Store): void {
  const stored = async (id: string) => (await store().models.all()).models.find((each) => each.id === id);

  describe('models', () => {
    it('[D16] come back from their rows as they were put', async () => {
      await fc.assert(
        fc.asyncProperty(model, async (any) => {
          await store().models.put(any);
          expect(unsigned(await stored(any.id))).toEqual(unsigned(any));
        }),
        { numRuns: 25 },
      );
      await store().models.remove('any-model');
    });

    it('[D16] come back from their rows: all that are shipped', async () => {
      await store().models.ship(catalog);
      const { models, problems } = await store().models.all();
      expect(problems).toEqual([]);
      for (const shipped of catalog) expect(unsigned(models.find(({ id }) => id === shipped.id))).toEqual(unsigned(shipped));
      for (const { id } of catalog) await store().models.remove(id);
    });

    it('[D16] replace each other by their id, and are gone when removed', async () => {
      const id = freshId('model');
      await store().models.put({ ...box(id), dh: [{ d: 1, a: 2, alpha: 3, offset: 4 }], dofs: [TURN] });
      await store().models.put(box(id, 'Other'));
      expect(await stored(id)).toEqual(box(id, 'Other'));
      await store().models.remove(id);
      expect(await stored(id)).toBeUndefined();
    });

    it('[D5] are refused when their fields contradict each other', async () => {
      const id = freshId('model');
      const orphan = { name: 'orphan', parent: 7, origin: ORIGIN, parts: [] };
      await expect(store().models.put({ ...box(id), links: [...box(id).links, orphan] })).rejects.toThrow(MalformedError);
      await expect(store().models.put({ ...box(id), name: 'a\0b' })).rejects.toThrow(MalformedError);
      expect(await stored(id)).toBeUndefined();
    });

    it('[D17] share their shapes, also when they come and go at once', async () => {
      const many = Array.from({ length: 8 }, () => freshId('model'));
      await Promise.all(many.map((id) => store().models.put(box(id))));
      await Promise.all(many.slice(1).map((id) => store().models.remove(id)));
      expect(await stored(many[0] ?? '')).toEqual(box(many[0] ?? ''));
    });

    it('[D20] are shipped anew unless somebody has touched them', async () => {
      const [untouched, touched, own] = [freshId('model'), freshId('model'), freshId('model')];
      await store().models.put(box(own, 'My own'));
      await store().models.ship([box(untouched, 'First'), box(touched, 'First'), box(own, 'First')]);
      await store().models.put(box(touched, 'Mine'));
      const names = async () => Promise.all([untouched, touched, own].map(async (id) => (await stored(id))?.name));
      expect(await names()).toEqual(['First', 'Mine', 'My own']);
      await store().models.ship([box(untouched, 'Second'), box(touched, 'Second'), box(own, 'Second')]);
      expect(await names()).toEqual(['Second', 'Mine', 'My own']);
    });

    it('[D20] are shipped anew when what was changed is as it was again', async () => {
      const id = freshId('model');
      await store().models.ship([box(id, 'First')]);
      await store().models.put(box(id, 'Mine'));
      await store().models.put(box(id, 'First'));
      await store().models.ship([box(id, 'Second')]);
      expect((await stored(id))?.name).toBe('Second');
    });
  });
}

const TURN: DegreeOfFreedom = {
  name: 'turn',
  kind: 'rotation',
  pivot: [0, 0, 0],
  axis: [0, 0, 1],
  low: -1,
  high: 1,
  speedPerS: 1,
  home: 0,
};
