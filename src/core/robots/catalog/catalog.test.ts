import { describe, expect, it } from 'vitest';
import { descriptionSchema } from '../../api/messages.ts';
import { planarPose } from '../../base/pose.ts';
import { draftOf } from '../draft.ts';
import { linkPoses } from '../kinematics.ts';
import type { Model } from '../model.ts';
import { modelSchema } from '../model-schema.ts';
import { drivenDofs } from '../travel.ts';
import { catalog } from './catalog.ts';

const problems = (model: unknown): string[] => modelSchema.safeParse(model).error?.issues.map(({ message }) => message) ?? [];
const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
};

describe('the catalog', () => {
  it('has every robot of the first release', () => {
    const ids = catalog.map(({ id }) => id);
    const robots = [
      'puma-560',
      'movemaster-ex',
      'crs-a465',
      'jupiter-xl',
      'amatrol-asrs',
      'conveyor',
      'pioneer-3-dx',
      'amigobot',
      'aibo-ers-7',
    ];
    expect(ids).toEqual(expect.arrayContaining(robots));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has the degrees of freedom that are published', () => {
    const count = (id: string) => drivenDofs(catalog.find((model) => model.id === id) as Model).length;
    // The arms have a gripper besides their joints.
    const counts = ['puma-560', 'movemaster-ex', 'crs-a465', 'jupiter-xl', 'amatrol-asrs', 'conveyor', 'aibo-ers-7'].map(count);
    expect(counts).toEqual([7, 6, 7, 6, 3, 1, 18]);
  });

  for (const model of catalog) {
    describe(model.id, () => {
      it('is accepted, and is the same after it was stored', () => {
        expect(problems(model)).toEqual([]);
        expect(modelSchema.parse(JSON.parse(JSON.stringify(model)))).toEqual(JSON.parse(JSON.stringify(model)));
      });

      it('has only numbers that are numbers', () => {
        expect(numbersIn(model).filter((number) => !Number.isFinite(number))).toEqual([]);
        const values = model.dofs.map(({ home }) => home);
        expect(numbersIn(linkPoses(model, values)).filter((number) => !Number.isFinite(number))).toEqual([]);
      });

      it('moves something with each degree of freedom', () => {
        const idle = model.dofs.filter((_, dof) => !model.links.some((link) => link.dof === dof));
        expect(idle.map(({ name }) => name)).toEqual([]);
      });

      it('has a sane number of parts', () => {
        const parts = model.links.reduce((sum, link) => sum + link.parts.length, 0);
        expect(parts).toBeGreaterThan(0);
        expect(parts).toBeLessThan(120);
      });

      it('can be inserted into a world', () => {
        const draft = draftOf(model, { pose: planarPose(1, 2, 0.5), colour: 3 });
        const description = descriptionSchema.parse(draft);
        expect(description.model).toBe(model.id);
        expect(description.initial.values).toHaveLength(drivenDofs(model).length);
      });

      it('stays above the floor at home', () => {
        const lowest = Math.min(...linkPoses(model, []).map(({ z }) => z));
        expect(lowest).toBeGreaterThanOrEqual(0);
      });
    });
  }
});

describe('what may be put into a catalog', () => {
  const puma = catalog.find(({ id }) => id === 'puma-560') as Model;
  const refuses = (name: string, change: Partial<Model>, message: RegExp) =>
    it(`refuses ${name}`, () => {
      expect(problems({ ...puma, ...change }).join('; ')).toMatch(message);
    });

  refuses('what weighs nothing', { massKg: 0 }, /expected number to be >=0.0001/);
  const eye = { name: 'Eye', kind: 'camera', link: 0, at: planarPose(0, 0, 0) } as const;
  refuses('a sensor on a link that is not there', { mounts: [{ ...eye, link: 99 }] }, /sensor Eye is on link 99/);
  refuses('two sensors of one name', { mounts: [eye, eye] }, /two sensors have the same name/);

  refuses(
    'a link before its parent',
    { links: puma.links.with(2, { ...(puma.links[2] as Model['links'][0]), parent: 5 }) },
    /link 2 .* parent 5/,
  );
  refuses('a base with a parent', { links: puma.links.with(0, { ...(puma.links[0] as Model['links'][0]), parent: 0 }) }, /link 0/);
  refuses('a link that nothing moves', { links: puma.links.with(1, { ...(puma.links[1] as Model['links'][0]), dof: 40 }) }, /moved by 40/);
  refuses('a home outside of the limits', { dofs: puma.dofs.with(0, { ...(puma.dofs[0] as Model['dofs'][0]), home: 9 }) }, /home must lie/);
  refuses('an axis to nowhere', { dofs: puma.dofs.with(0, { ...(puma.dofs[0] as Model['dofs'][0]), axis: [0, 0, 0] }) }, /axis/);
  refuses('two of one name', { dofs: puma.dofs.with(1, puma.dofs[0] as Model['dofs'][0]) }, /same name/);
  refuses('a tool in the air', { tool: { link: 99, at: planarPose(0, 0, 0) } }, /tool is on link 99/);
  refuses(
    'a crowd of parts',
    { links: [{ ...(puma.links[0] as Model['links'][0]), parts: Array(500).fill(puma.links[0]?.parts[0]) }] },
    /400/,
  );
  refuses('an id that is none', { id: 'Puma 560' }, /a-z/);

  it('refuses a paint that is none', () => {
    const [base] = puma.links;
    const parts = [{ ...base?.parts[0], paint: 'chartreuse' }];
    expect(problems({ ...puma, links: [{ ...base, parts }], dofs: [], dh: undefined, tool: undefined }).join()).toMatch(/#rrggbb/);
  });

  it('refuses wheels that an entity would have values for', () => {
    const pioneer = catalog.find(({ id }) => id === 'pioneer-3-dx') as Model;
    const hand = { ...(pioneer.dofs[0] as Model['dofs'][0]), name: 'Hand' };
    expect(problems({ ...pioneer, dofs: [...pioneer.dofs, hand] }).join()).toMatch(/wheel 0 is not among the last two/);
  });
});
