import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { descriptionSchema, type EntityDraft } from '../api/messages.ts';
import { idFromName } from '../base/ids.ts';
import { ORIGIN, type Pose, planarPose } from '../base/pose.ts';
import { landingsOf } from '../elevators/elevators.ts';
import { pngHeader } from '../geometry/pictures.contract.ts';
import { edl, fig8 } from '../maps/maps.contract.ts';
import { readSite } from '../maps/maps.ts';
import { collisionBodyOf, distanceBetween, postured } from '../physics/physics.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { type Model, modelSchema } from '../robots/robots.ts';
import {
  type Building,
  buildingOf,
  changeSite,
  freePlace,
  type Inhabitant,
  type InhabitedWorld,
  isOfSite,
  type PictureOf,
  type Standing,
  standsIn,
  worldFloorsOf,
} from './buildings.ts';

function building(text: string, rest: object = {}): Building {
  const { site, concerns } = readSite(JSON.stringify({ name: 'House', floors: [{ name: 'Ground floor', edl: text }], ...rest }));
  if (!site) throw new Error(JSON.stringify(concerns));
  return buildingOf(site);
}

const standing = ({ entities }: Building): Standing[] =>
  entities.map(({ id, model, draft }) => ({ id, model, pose: draft.initial.pose, values: draft.initial.values }));
const partOf = (built: Building, part: string) => standing(built).filter(({ id }) => id.includes(`_${part}`));

/** A thin upright stick, to feel where walls are. */
const stick: Model = {
  id: 'stick',
  name: 'Stick',
  kind: 'part',
  summary: 'Stick',
  links: [
    {
      name: 'Stick',
      parent: -1,
      origin: ORIGIN,
      parts: [{ shape: { kind: 'box', sizeM: [0.002, 0.002, 0.4] }, at: { ...ORIGIN, z: 0.3 }, paint: 'bone' }],
    },
  ],
  dofs: [],
  extent: { radiusM: 0.01, heightM: 0.5 },
};
const isWall = (built: Building, x: number, y: number, z = 0): boolean =>
  standsIn({ id: 'stick', model: stick, pose: { ...planarPose(x, y, 0), z }, values: [] }, partOf(built, 'walls')).length > 0;

/** How far a stick is from all that stands, if that is less than a metre. */
const clearM = (things: readonly Standing[], x: number, y: number): number =>
  Math.min(
    1,
    ...things.flatMap(
      ({ model, pose, values }) =>
        distanceBetween(postured(collisionBodyOf(stick), planarPose(x, y, 0), []), postured(collisionBodyOf(model), pose, values), 1) ?? [],
    ),
  );

describe('walls', () => {
  it('[A1] of figure 8 stand where they are drawn, and leave doors and junctions free', () => {
    const built = building(fig8);
    for (const [x, y] of [
      [1, 1],
      [4.04, 3],
      [3.96, 3],
      [5, 2],
      [0, 2],
      [8.9, 4.97],
      [4.5, 0.04],
    ] as const)
      expect(isWall(built, x, y), `${x}, ${y}`).toBe(true);
    for (const [x, y] of [
      [2.5, 1],
      [2.02, 1],
      [4.5, 1],
      [4, 0.5],
      [5, 3.5],
      [4.07, 3],
      [1, 1.07],
      [2, 3],
    ] as const)
      expect(isWall(built, x, y), `${x}, ${y}`).toBe(false);
  });

  it('[A1] are as high as the site says, on the floor that they are of', () => {
    const floors = [
      { name: 'G', edl: fig8 },
      { name: 'H', heightCm: 300, edl: edl() },
    ];
    const built = building('', { floors, wallHeightCm: 90 });
    expect([0, 0.7, 1].map((z) => isWall(built, 1, 1, z))).toEqual([true, true, false]);
    expect([2, 3, 3.7, 4].map((z) => isWall(built, 0, 3, z))).toEqual([false, true, true, false]);
  });

  it('[A1] make whole corners, end at gaps, and are there once', () => {
    const corner = building(edl('WALL: x= 300 y= 300 theta= 0 long= 200', 'WALL: x= 400 y= 400 theta= 90 long= 200'));
    expect(isWall(corner, 4.04, 2.96)).toBe(true);
    // The other ends are free: nothing stands over.
    expect(isWall(corner, 1.99, 3)).toBe(false);
    const twice = building(
      edl('WALL: x= 300 y= 300 theta= 0 long= 200', 'WALL: x= 350 y= 300 theta= 180 long= 200', 'WALL: x= 500 y= 0 theta= 0 long= 300'),
    );
    expect(twice.models.find(({ name }) => name === 'Walls')?.links.flatMap(({ parts }) => parts)).toHaveLength(2 * 5);
  });

  it('[A2] however many there are, one can walk between them', () => {
    const many = Array.from(
      { length: 400 },
      (_, i) => `WALL: x= ${30 + (i % 20) * 48} y= ${20 + Math.floor(i / 20) * 29} theta= 90 long= 15`,
    );
    const built = building(edl(...many));
    for (const { links } of built.models) for (const { parts } of links) expect(parts.length).toBeLessThanOrEqual(150);
    expect(isWall(built, 0.3, 0.2)).toBe(true);
    expect(isWall(built, 0.54, 0.2)).toBe(false);
    expect(isWall(built, 5.34, 3.1)).toBe(false);
  });

  it('[A2] are cut at cells of 16 m, each body where its walls are', () => {
    const built = building('LENGTH 4000 WIDTH 1000\nWALL: x= 2000 y= 500 theta= 0 long= 4000');
    const walls = partOf(built, 'walls');
    expect(walls.map(({ pose }) => Math.floor(pose.x / 16))).toEqual([0, 1, 2]);
    for (let x = 0.1; x < 40; x += 0.39) expect(isWall(built, x, 5), `${x}`).toBe(true);
  });

  it('[A1] are models that can be kept, whatever the map', () => {
    const wall = fc.record({
      x: fc.integer({ min: 0, max: 1000 }),
      y: fc.integer({ min: 0, max: 600 }),
      theta: fc.integer({ min: 0, max: 359 }),
      long: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(wall, { maxLength: 12 }), (walls) => {
        const text = edl(...walls.map(({ x, y, theta, long }) => `WALL: x= ${x} y= ${y} theta= ${theta} long= ${long}`));
        const built = building(text);
        for (const model of built.models) modelSchema.parse(model);
        for (const { x, y } of walls) expect(isWall(built, x / 100, y / 100)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe('what belongs to a building', () => {
  it('[A3] has a floor that nobody runs into', () => {
    const [floor] = partOf(building(fig8), 'floor');
    expect(floor && standsIn({ id: 'stick', model: stick, pose: { ...planarPose(4, 2, 0), z: -0.2 }, values: [] }, [floor])).toEqual([]);
    expect(floor && collisionBodyOf(floor.model).isSolid).toBe(false);
  });

  it('[A4] has doors that stand open, and shut the gap when they are told to', () => {
    const built = building(fig8);
    const doors = partOf(built, 'door');
    expect(doors.map(({ pose, values }) => [pose.x, pose.y, ...values])).toEqual([
      [3, 1, Math.PI / 2],
      [5, 3, Math.PI / 2],
    ]);
    expect(built.entities.filter(({ id }) => id.includes('_door')).map(({ draft }) => [draft.kind, draft.dofs.length])).toEqual([
      ['dynamic', 1],
      ['dynamic', 1],
    ]);
    const walls = partOf(built, 'walls');
    const shut = doors.map((door) => ({ ...door, values: [0] }));
    for (const at of [2.1, 2.5, 2.9]) {
      expect(clearM(shut, at, 1), `shut at ${at}`).toBeLessThan(0);
      expect(clearM(doors, at, 1), `open at ${at}`).toBeGreaterThan(0.02);
    }
    // It opens the way the door leads: into the rooms.
    expect(clearM(doors, 2.96, 1.5)).toBeLessThan(0.03);
    expect(clearM(doors, 5.5, 3.04)).toBeLessThan(0.03);
    for (const door of doors) {
      for (let open = 0; open <= Math.PI / 2; open += 0.05)
        expect(standsIn({ ...door, values: [open] }, walls), `${door.id} at ${open}`).toEqual([]);
    }
  });

  it('[A5] has the names of rooms on the floor, and of notices on their walls', () => {
    const text = `${fig8}\n8 NOTICE: x= 400 y= 300 theta= 180 height= 80 file= signs/way-out.png\n9 NOTICE: x= 400 y= 200 theta= 0 height= 180 file= a.png name= "Lab"`;
    const signs = building(text).entities.filter(({ model }) => model.kind === 'sign');
    const round = ({ x, y, z }: Pose) => [x, y, z].map((value) => Math.round(value * 100) / 100);
    expect(signs.map(({ draft }) => [draft.name, ...round(draft.initial.pose)])).toEqual([
      ['Room 1', 2, 3, 0],
      ['Room 2', 7, 3, 0],
      ['way-out', 3.95, 3, 0.8],
      ['Lab', 4.05, 2, 0.82],
    ]);
  });

  it('[A6] has ids that stay with what stays', () => {
    const ids = (text: string) => building(text).entities.map(({ id }) => id);
    expect(ids(fig8)).toEqual(ids(`# The same.\n${fig8}`));
    const moved = ids(fig8.replace('y= 350.0', 'y= 300.0'));
    const stays = ids(fig8).filter((id) => moved.includes(id));
    expect(stays.map((id) => id.split('_')[2])).toEqual(['floor', 'door-6', 'room-1', 'room-2']);
    expect(moved.every(isOfSite)).toBe(true);
    fc.assert(fc.property(fc.string(), (name) => !isOfSite(idFromName(name))));
    expect(['site-office', 'site_1', 'pioneer'].some(isOfSite)).toBe(false);
  });
});

/** A world that is only what was put into it; from the `failing`th insertion on it takes nothing more. */
class Ledger implements InhabitedWorld {
  readonly entities: Inhabitant[] = [];
  readonly models = new Map<string, Model>();
  readonly deeds: string[] = [];
  /** Those that came, each time. */
  readonly meshes: string[][] = [];
  failing = Number.POSITIVE_INFINITY;
  #insertions = 0;

  async insert(draft: EntityDraft, id: string): Promise<void> {
    if (++this.#insertions >= this.failing) throw new Error('the records are out of reach');
    const description = descriptionSchema.parse(draft);
    if (!this.models.has(description.model)) throw new Error(`${id} came before its model`);
    this.deeds.push(`insert ${id}`);
    this.entities.push({ id, name: draft.name, description, posture: description.initial, ride: undefined, heldBy: undefined });
  }

  async remove(entity: string): Promise<void> {
    this.deeds.push(`remove ${entity}`);
    this.entities.splice(
      this.entities.findIndex(({ id }) => id === entity),
      1,
    );
  }

  async place(): Promise<undefined> {
    throw new Error('nobody is to be moved here');
  }

  async model(id: string): Promise<Model | undefined> {
    return this.models.get(id);
  }

  async putModels(models: readonly Model[], meshes: ReadonlyMap<string, Uint8Array>): Promise<void> {
    for (const model of models) this.models.set(model.id, model);
    this.meshes.push([...meshes.keys()]);
  }
}

describe('a change of site', () => {
  const siteOf = (text: string) =>
    readSite(JSON.stringify({ name: 'House', floors: [{ name: 'G', edl: text }] })).site ?? expect.fail('no site');

  it('[A8] inserts before it removes, and only what is new', async () => {
    const world = new Ledger();
    await changeSite(buildingOf(siteOf(fig8)), world, 'refuse');
    world.deeds.length = 0;
    const other = buildingOf(siteOf(fig8.replace('y= 350.0', 'y= 300.0')));
    const outcome = await changeSite(other, world, 'refuse');
    expect(world.deeds.map((deed) => deed.replace(/ site_g_(.*)_.*/, ' $1'))).toEqual([
      'insert walls',
      'insert door-7',
      'remove walls',
      'remove door-7',
    ]);
    expect(outcome).toMatchObject({ kind: 'applied', inserted: 2, removed: 2, kept: 4 });
    expect(outcome.kind === 'applied' && outcome.spareModels.map((id) => world.models.get(id)?.name)).toEqual(['Walls']);
    expect(world.entities.map(({ id }) => id).sort()).toEqual(other.entities.map(({ id }) => id).sort());
    world.deeds.length = 0;
    await changeSite(other, world, 'refuse');
    expect(world.deeds).toEqual([]);
  });

  it('[A8] is refused when it is more than a world takes', async () => {
    const world = new Ledger();
    const many = Array.from({ length: 4000 }, (_, i) => `NOTICE: x= ${i % 1000} y= ${Math.floor(i / 10)} height= 50 file= a.png`);
    await expect(changeSite(buildingOf(siteOf(edl(...many))), world, 'refuse')).rejects.toThrow(
      '4003 walls, doors, signs and other things; a world takes 4000',
    );
    expect([world.models.size, world.deeds]).toEqual([0, []]);
  });

  it('[A13] brings the pictures that are new with the models that show them', async () => {
    const world = new Ledger();
    const notice = (number: number) => `${number} NOTICE: x= ${number * 100} y= 9 height= 50 file= ${number}.png`;
    const pictureOf: PictureOf = (file) => pngHeader(Number.parseInt(file, 10), 9);
    await changeSite(buildingOf(siteOf(edl(notice(1), notice(2))), pictureOf), world, 'refuse');
    await changeSite(buildingOf(siteOf(edl(notice(2), notice(3))), pictureOf), world, 'refuse');
    await changeSite(buildingOf(siteOf(edl(notice(2), notice(3))), pictureOf), world, 'refuse');
    const third = [...buildingOf(siteOf(edl(notice(3))), pictureOf).meshes.keys()];
    expect(world.meshes.map(({ length }) => length)).toEqual([2, 1, 0]);
    expect(world.meshes[1]).toEqual(third);
  });

  it('[A13] is refused when it has more pictures than pages can hold', async () => {
    const world = new Ledger();
    const notices = (count: number) => Array.from({ length: count }, (_, i) => `NOTICE: x= ${i} y= 9 height= 50 file= ${i + 1}.png`);
    const small: PictureOf = (file) => pngHeader(Number.parseInt(file, 10), 9);
    await expect(changeSite(buildingOf(siteOf(edl(...notices(101))), small), world, 'refuse')).rejects.toThrow('101 pictures');
    const large: PictureOf = (file) => new Uint8Array([...(small(file) ?? []), ...new Uint8Array(900_000)]);
    await expect(changeSite(buildingOf(siteOf(edl(...notices(9))), large), world, 'refuse')).rejects.toThrow('make them fewer or smaller');
    expect([world.models.size, world.deeds]).toEqual([0, []]);
  });

  it('[A8] takes away what came if not all could come', async () => {
    const world = new Ledger();
    await changeSite(buildingOf(siteOf(fig8)), world, 'refuse');
    const before = world.entities.map(({ id }) => id);
    world.failing = 8;
    await expect(changeSite(buildingOf(siteOf(fig8.replace('y= 350.0', 'y= 300.0'))), world, 'refuse')).rejects.toThrow('it is as it was');
    expect(world.entities.map(({ id }) => id)).toEqual(before);
  });
});

describe('a building with an elevator', () => {
  const floors = ['Ground floor', 'Upper floor'].map((name, index) => ({ name, heightCm: 300 * index, edl: edl() }));
  const stops = floors.map(({ name }) => ({ floor: name, xCm: 500, yCm: 300 }));
  const document = JSON.stringify({ name: 'House', floors, elevators: [{ name: 'Lift', facingDegrees: 90, stops }] });
  const read = readSite(document);
  const site = read.site ?? expect.fail(JSON.stringify(read.concerns));

  it('[A14] has a shaft with a door at each stop, and a cabin at the lowest', () => {
    const built = buildingOf(site);
    const [shaft, cabin] = [partOf(built, 'elevator-lift')[0], partOf(built, 'cabin-lift')[0]];
    expect(landingsOf(shaft?.model ?? expect.fail('no shaft'))?.map(({ name, heightM }) => [name, heightM])).toEqual([
      ['Ground floor', 0],
      ['Upper floor', 3],
    ]);
    expect(cabin?.pose).toEqual(shaft?.pose);
    expect(shaft?.pose).toMatchObject({ x: 5, y: 3, z: 0 });
    const things = partOf(built, 'elevator-lift');
    const isFree = (x: number, y: number, z: number) =>
      standsIn({ id: 'stick', model: stick, pose: { ...planarPose(x, y, 0), z }, values: [] }, things).length === 0;
    // Below it is open, above it is shut; behind it there is a wall on both.
    expect([isFree(5, 3.86, 0), isFree(5.2, 3.86, 3), isFree(5, 2.05, 0), isFree(5, 2.05, 3), isFree(5, 3, 0)]).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    for (const { draft } of built.entities.filter(({ model }) => model.kind === 'shaft' || model.kind === 'cabin'))
      expect(draft).toMatchObject({ kind: 'dynamic', everyFloor: true });
  });

  it('[A14] leaves a cabin where it was called to', async () => {
    const world = new Ledger();
    await changeSite(buildingOf(site), world, 'refuse');
    world.deeds.length = 0;
    const cabin = world.entities.findIndex(({ id }) => id.includes('_cabin-'));
    const called = world.entities[cabin] ?? expect.fail('no cabin');
    world.entities[cabin] = { ...called, posture: { ...called.posture, pose: { ...called.posture.pose, z: 3 } } };
    expect(await changeSite(buildingOf(site), world, 'refuse')).toMatchObject({ kind: 'applied', inserted: 0, removed: 0 });
    expect(world.deeds).toEqual([]);
  });

  it('[A15] says which floors it has', () => {
    expect(worldFloorsOf('no site')).toEqual([]);
    expect(worldFloorsOf(document)).toEqual([
      { id: 'ground-floor', name: 'Ground floor', heightM: 0, x: 5, y: 3, radiusM: expect.closeTo(Math.hypot(5, 3) + 8, 6) },
      { id: 'upper-floor', name: 'Upper floor', heightM: 3, x: 5, y: 3, radiusM: expect.closeTo(Math.hypot(5, 3) + 8, 6) },
    ]);
  });
});

describe('who is in the way', () => {
  const walls = [...partOf(building(fig8), 'walls'), ...partOf(building(fig8), 'door')];
  const at = (x: number, y: number): Standing => ({ id: 'pioneer', model: pioneer3dx, pose: planarPose(x, y, 0.4), values: [] });

  it('[A7] stands in a wall, not beside it', () => {
    expect(standsIn(at(4, 3), walls).map(({ model }) => model.name)).toEqual(['Walls']);
    expect(standsIn(at(2, 3), walls)).toEqual([]);
    expect(standsIn(at(1.5, 0.5), walls)).toEqual([]);
  });

  it('[A7] finds the nearest free place', () => {
    const pose = freePlace(at(4.1, 3), walls);
    expect(pose).toBeDefined();
    if (!pose) return;
    expect(standsIn({ ...at(0, 0), pose }, walls)).toEqual([]);
    expect(Math.hypot(pose.x - 4.1, pose.y - 3)).toBeLessThan(0.5);
    expect([pose.qz, pose.qw]).toEqual([planarPose(0, 0, 0.4).qz, planarPose(0, 0, 0.4).qw]);
    const packed = building(edl(...Array.from({ length: 60 }, (_, i) => `WALL: x= 500 y= ${i * 10} theta= 0 long= 1000`)));
    expect(freePlace(at(5, 3), partOf(packed, 'walls'))).toBeUndefined();
  });
});
