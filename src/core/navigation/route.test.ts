import { describe, expect, it } from 'vitest';
import { type Place, readSite, type Site, writeEdl } from '../maps/maps.ts';
import type { PlanAnswer } from '../planners/planner.ts';
import { landingBefore, shaftOutline } from './landing.ts';
import { type RouteQuery, routeAcross } from './route.ts';

/** 20 x 6 m, a wall across with a door in it. */
const floorText = (name: string) =>
  writeEdl({
    lengthCm: 2000,
    widthCm: 600,
    members: [
      { kind: 'WALL', xCm: 1000, yCm: 300, thetaDeg: 90, longCm: 600, name: undefined },
      { kind: 'DOOR', xCm: 1000, yCm: 300, thetaDeg: 0, wideCm: 120, name: undefined },
      { kind: 'POINT', xCm: 300, yCm: 300, thetaDeg: 0, name: `${name} west` },
      { kind: 'POINT', xCm: 1700, yCm: 300, thetaDeg: 0, name: `${name} east` },
    ],
  });

function building(elevators: readonly object[], floors = ['Ground', 'First', 'Second']): Site {
  const document = {
    name: 'Test building',
    floors: floors.map((name, index) => ({ name, heightCm: 400 * index, edl: floorText(name) })),
    elevators,
  };
  const { site, concerns } = readSite(JSON.stringify(document));
  if (!site) throw new Error(JSON.stringify(concerns));
  return site;
}

const lift = (name: string, xCm: number, floors: readonly string[]) => ({
  name,
  facingDegrees: 270,
  stops: floors.map((floor) => ({ floor, xCm, yCm: 480 })),
});

/** As the crow flies: nothing is in the way. */
const straight = (_: string | undefined, from: Place, to: Place): PlanAnswer => ({
  kind: 'path',
  points: [from, to],
  lengthM: Math.hypot(to[0] - from[0], to[1] - from[1]),
  roadmap: { nodes: [], edges: [] },
});

const query = (site: Site | undefined, more: Partial<RouteQuery> = {}): RouteQuery => ({
  site,
  start: { x: 8, y: 3, floor: 'ground' },
  goal: { x: 18, y: 3, floor: 'second' },
  radiusM: 0.3,
  plan: straight,
  ...more,
});

const legsOf = (route: ReturnType<typeof routeAcross>): string[] =>
  route.kind === 'path'
    ? route.legs.map((leg) => (leg.kind === 'drive' ? `drive ${leg.floor}` : `${leg.elevator} ${leg.from} ${leg.to}`))
    : [route.reason];

describe('a route', () => {
  const whole = building([lift('West', 300, ['Ground', 'First', 'Second']), lift('East', 1700, ['Ground', 'First', 'Second'])]);

  it('[J4] stays on its floor where it can', () => {
    const route = routeAcross(query(whole, { goal: { x: 18, y: 3, floor: 'ground' } }));
    expect(legsOf(route)).toEqual(['drive ground']);
    expect(route).toMatchObject({ lengthM: 10 });
  });

  it('[J4] takes the elevator that makes the whole way the quickest', () => {
    expect(legsOf(routeAcross(query(whole)))).toEqual(['drive ground', 'east ground second', 'drive second']);
    const back = query(whole, { start: { x: 2, y: 3, floor: 'ground' }, goal: { x: 3, y: 3, floor: 'first' } });
    expect(legsOf(routeAcross(back))).toEqual(['drive ground', 'west ground first', 'drive first']);
  });

  it('[J4] goes farther to one elevator rather than wait for two', () => {
    const three = building([
      lift('Near', 700, ['Ground', 'First']),
      lift('Next', 900, ['First', 'Second']),
      lift('Far', 1500, ['Ground', 'First', 'Second']),
    ]);
    const route = routeAcross(query(three, { goal: { x: 8, y: 3, floor: 'second' } }));
    expect(legsOf(route)).toEqual(['drive ground', 'far ground second', 'drive second']);
  });

  it('[J4] changes elevators where none goes all the way', () => {
    const split = building([lift('West', 300, ['Ground', 'First']), lift('East', 1700, ['First', 'Second'])]);
    expect(legsOf(routeAcross(query(split)))).toEqual([
      'drive ground',
      'west ground first',
      'drive first',
      'east first second',
      'drive second',
    ]);
    const back = query(split, { start: { x: 5, y: 2, floor: 'second' }, goal: { x: 2, y: 3, floor: 'ground' } });
    expect(legsOf(routeAcross(back))).toEqual(['drive second', 'east second first', 'drive first', 'west first ground', 'drive ground']);
  });

  it('[J4] goes by what was planned, not by the straight line: an elevator behind a wall is not near', () => {
    const detour = (floor: string | undefined, from: Place, to: Place): PlanAnswer => {
      const direct = straight(floor, from, to);
      return direct.kind === 'path' && floor === 'ground' && to[0] < 10 ? { ...direct, lengthM: direct.lengthM + 200 } : direct;
    };
    const route = routeAcross(query(whole, { goal: { x: 6, y: 3, floor: 'second' }, plan: detour }));
    expect(legsOf(route)).toEqual(['drive ground', 'east ground second', 'drive second']);
  });

  it('[J4] plans no stretch that cannot be part of the quickest', () => {
    const asked: string[] = [];
    const plan = (floor: string | undefined, from: Place, to: Place) => {
      asked.push(`${floor} ${to[0]}`);
      return straight(floor, from, to);
    };
    routeAcross(query(whole, { start: { x: 16, y: 3, floor: 'ground' }, plan }));
    expect(asked).not.toContain('first 18');
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('[J5] begins and ends before an elevator’s door, outside of its shaft, which is shut for planners', () => {
    const route = routeAcross(query(whole));
    if (route.kind !== 'path') return expect.fail(route.reason);
    const [first, ride, last] = route.legs;
    const landing = landingBefore([17, 4.8], -Math.PI / 2, 0.3);
    expect(landing[1]).toBeLessThan(4.8 - 1 - 0.3);
    expect(first).toMatchObject({ kind: 'drive', points: [[8, 3], landing] });
    expect(ride).toMatchObject({ kind: 'ride', elevator: 'east', at: [17, 4.8], from: 'ground', to: 'second' });
    expect(last).toMatchObject({ kind: 'drive', points: [landing, [18, 3]] });
    const outline = shaftOutline([17, 4.8], -Math.PI / 2).map((corner) =>
      corner.map((metres) => Math.round(metres * 100) / 100 + 0).join(),
    );
    expect(new Set(outline)).toEqual(new Set(['16,3.8', '18,3.8', '18,5.8', '16,5.8']));
  });

  it('[J5] of who stands in a cabin begins by getting out, where that is best', () => {
    const inside = { x: 17, y: 4.8, floor: 'ground' };
    expect(legsOf(routeAcross(query(whole, { start: inside })))).toEqual(['east ground second', 'drive second']);
    expect(legsOf(routeAcross(query(whole, { start: inside, goal: { x: 15, y: 3, floor: 'ground' } })))).toEqual([
      'east ground ground',
      'drive ground',
    ]);
  });

  it('[J6] names the topological nodes it leads by, in order', () => {
    const route = routeAcross(query(whole, { start: { x: 8, y: 2.9, floor: 'ground' } }));
    if (route.kind !== 'path') return expect.fail(route.reason);
    expect(route.nodes).toEqual([
      'ground/ground-west',
      'ground/door-m2',
      'ground/ground-east',
      'ground/elevator-east',
      'second/elevator-east',
      'second/second-east',
    ]);
  });

  it('[J6] leads to a topological node by its id, and to an elevator as far as its door', () => {
    const route = routeAcross(query(whole, { goal: { node: 'first/first-west' } }));
    expect(route.kind === 'path' && route.nodes.at(-1)).toBe('first/first-west');
    const door = routeAcross(query(whole, { goal: { node: 'ground/elevator-west' } }));
    expect(door.kind === 'path' && door.legs).toMatchObject([
      { kind: 'drive', points: [[8, 3], landingBefore([3, 4.8], -Math.PI / 2, 0.3)] },
    ]);
    expect(routeAcross(query(whole, { goal: { node: 'attic' } }))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('attic') as string,
    });
  });

  it('[J7] says why there is none', () => {
    const apart = building([lift('West', 300, ['Ground', 'First'])]);
    expect(routeAcross(query(apart))).toMatchObject({ kind: 'no path', reason: expect.stringContaining('second') as string });
    const walled = () => ({ kind: 'no path', reason: 'walled in', roadmap: { nodes: [], edges: [] } }) as const;
    expect(routeAcross(query(whole, { plan: walled }))).toEqual({ kind: 'no path', reason: 'walled in' });
    const unlucky = () => ({ kind: 'not found', reason: '500 samples', roadmap: { nodes: [], edges: [] } }) as const;
    expect(routeAcross(query(whole, { plan: unlucky }))).toEqual({ kind: 'not found', reason: '500 samples' });
    expect(routeAcross(query(whole, { goal: { x: 1, y: 1, floor: 'attic' } }))).toMatchObject({ kind: 'refused' });
  });

  it('[J7] needs no building: then all is on one floor', () => {
    const route = routeAcross(query(undefined, { start: { x: 0, y: 0 }, goal: { x: 3, y: 4 } }));
    expect(route).toEqual({
      kind: 'path',
      lengthM: 5,
      nodes: [],
      legs: [
        {
          kind: 'drive',
          floor: undefined,
          points: [
            [0, 0],
            [3, 4],
          ],
          lengthM: 5,
        },
      ],
    });
  });
});
