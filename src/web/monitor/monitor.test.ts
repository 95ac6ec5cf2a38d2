import { beforeEach, describe, expect, it } from 'vitest';
import { planarPose } from '../../core/base/pose.ts';
import type { Control } from '../../core/world/world.ts';
import type { Person } from '../link/world-link.ts';
import { Viewport } from '../maps/drawing/viewport.ts';
import { speedOf } from './fleet.ts';
import { robotAt, symbolHalfPx } from './hit-test.ts';
import { Monitor } from './monitor.ts';
import { stateOf, wordsOf } from './robot-state.ts';
import { Sheet } from './sheet.ts';
import { siteStateOf } from './site-watch.ts';
import { SmallWorld } from './small-world.contract.ts';

const ROOM = 'LENGTH 1000\nWIDTH 600\n';
const BUILDING = siteStateOf(
  JSON.stringify({
    name: 'Two floors',
    floors: [
      { name: 'Ground floor', heightCm: 0, edl: ROOM },
      { name: 'First floor', heightCm: 350, edl: ROOM },
    ],
  }),
);

let world: SmallWorld;
let monitor: Monitor;

beforeEach(() => {
  world = new SmallWorld();
  monitor = new Monitor(world);
});

/** So much world time passes, a frame every 20 ms. */
function pass(ms: number, move: (atMs: number) => void = () => undefined): void {
  for (const endMs = world.worldMs + ms; world.worldMs < endMs; ) {
    world.worldMs += 20;
    move(world.worldMs);
    monitor.frame(world.worldMs);
  }
}

const robot = (id: string) => {
  const found = monitor.fleet.get(id);
  if (!found) throw new Error(`${id} is no robot`);
  return found;
};

describe('the fleet', () => {
  it('[MN9] is what drives or moves something of itself', () => {
    world.add('pioneer', 'pioneer-3-dx', planarPose(0, 0, 0));
    world.add('arm', 'puma-560', planarPose(2, 0, 0));
    world.add('bench', 'workbench', planarPose(4, 0, 0));
    world.add('cube', 'piece-cube', planarPose(5, 0, 0));
    world.add('fence', 'wall', planarPose(6, 0, 0));
    expect(monitor.fleet.robots.map(({ id }) => id)).toEqual(['arm', 'pioneer']);
  });

  it('[MN7] has velocities as they are drawn', () => {
    world.add('pioneer', 'pioneer-3-dx', planarPose(0, 0, 0));
    pass(1000, (ms) => world.put('pioneer', 0, (ms / 1000) * 0.5, { yawRad: (ms / 1000) * 0.8 }));
    expect(speedOf(robot('pioneer'))).toBeCloseTo(0.5, 2);
    expect(robot('pioneer').vy).toBeCloseTo(0.5, 2);
    expect(robot('pioneer').turnRadPerS).toBeCloseTo(0.8, 2);
    expect(robot('pioneer').state).toEqual({ kind: 'moving' });
    pass(700);
    expect(speedOf(robot('pioneer'))).toBe(0);
    expect(robot('pioneer').state).toEqual({ kind: 'rest' });
  });

  it('has moved in a frame in which a robot is elsewhere or turned, and in no other: so often it is drawn', () => {
    world.add('pioneer', 'pioneer-3-dx', planarPose(0, 0, 0));
    pass(20, () => world.put('pioneer', 1, 0));
    expect(monitor.frame(world.worldMs + 20)).toBe(false);
    world.put('pioneer', 1, 0.5);
    expect(monitor.frame(world.worldMs + 40)).toBe(true);
    expect(monitor.frame(world.worldMs + 60)).toBe(false);
    world.put('pioneer', 1, 0.5, { yawRad: 0.1 });
    expect(monitor.frame(world.worldMs + 80)).toBe(true);
    expect(monitor.frame(world.worldMs + 100)).toBe(false);
  });

  it('[MN7] turns by the shorter way where a heading begins anew', () => {
    world.add('pioneer', 'pioneer-3-dx', planarPose(0, 0, 3.1));
    pass(1000, (ms) => world.put('pioneer', 0, 0, { yawRad: 3.1 + ms / 2000 }));
    expect(robot('pioneer').turnRadPerS).toBeCloseTo(0.5, 2);
  });

  it('[MN7] moves when only a joint does', () => {
    world.add('arm', 'puma-560', planarPose(0, 0, 0));
    pass(1000, (ms) => world.bend('arm', 1, ms / 5000));
    expect(robot('arm').state).toEqual({ kind: 'moving' });
    expect(speedOf(robot('arm'))).toBe(0);
  });

  it('[MN9] keeps a trail while its robot is there, and no longer', () => {
    const info = world.add('pioneer', 'pioneer-3-dx', planarPose(0, 0, 0));
    pass(3000, (ms) => world.put('pioneer', ms / 1000, 0));
    const { count } = robot('pioneer').trail;
    expect(count).toBeGreaterThan(8);
    world.change({ ...info, epoch: 2 });
    expect(robot('pioneer').trail.count).toBe(count);
    world.remove('pioneer');
    world.change(info);
    expect(robot('pioneer').trail.count).toBe(0);
  });

  it('[MN2] is on the floor that is under it, also in an elevator', () => {
    world.site.set(BUILDING);
    world.add('pioneer', 'pioneer-3-dx', planarPose(5, 3, 0));
    const floors: number[] = [];
    for (const z of [0, 1, 2.9, 3.2, 3.5]) {
      world.put('pioneer', 5, 3, { z });
      pass(20);
      floors.push(robot('pioneer').floor);
    }
    expect(floors).toEqual([0, 0, 0, 1, 1]);
  });
});

describe('the state of a robot', () => {
  const control: Control = { stop: undefined, lease: undefined, leaseEpoch: 0, asking: [], driver: undefined };
  const stop = { id: 's', by: 'ines', reason: 'a hand in the way', recorded: true };
  const lease = { holder: 'kenji', reason: '' };
  const all = { control: { ...control, stop, driver: 'mara', lease }, isLive: false, ageMs: 5000, isMoving: true };
  const people: readonly Person[] = ['ines', 'mara'].map((id, i) => ({
    ...{ id, name: id === 'ines' ? 'Ines Dahl' : 'Mara Lind', colour: i + 1, presence: 'here', avatar: undefined, controls: [] },
  }));

  it('[MN6] says what is most urgent, and whose hands it is in', () => {
    const told = [
      all,
      { ...all, control: { ...all.control, stop: undefined } },
      { ...all, control: { ...all.control, stop: undefined }, isLive: true },
      { ...all, control: { ...all.control, stop: undefined }, isLive: true, ageMs: 900 },
      { ...all, control: { ...control, lease }, isLive: true, ageMs: 900 },
      { ...all, control, isLive: true, ageMs: 900 },
      { ...all, control, isLive: true, ageMs: 900, isMoving: false },
    ].map((observed) => wordsOf(stateOf(observed), people, 'mara').words);
    expect(told).toEqual(['Stopped by Ines Dahl', 'Owner gone', 'Stale 5000 ms', 'Driven by you', 'Driven by kenji', 'Moving', 'At rest']);
  });

  it('[MN6] changes with what the link tells', () => {
    const info = world.add('pioneer', 'pioneer-3-dx', planarPose(0, 0, 0));
    world.change({ ...info, control: { ...control, driver: 'mara' } });
    expect(robot('pioneer').state).toEqual({ kind: 'driven', by: 'mara' });
    world.change({ ...info, isLive: false });
    expect(robot('pioneer').state).toEqual({ kind: 'gone' });
  });
});

describe('a click', () => {
  const aim = () => ({
    robots: monitor.fleet.robots,
    tiles: new Sheet(monitor.floors.get(), 1).tiles,
    view: new Viewport(0.5, [400, 300]),
    scale: 1,
    reachPx: 6,
  });

  it('[MN5] selects the nearest robot, on its symbol or a little beside it', () => {
    world.add('a', 'pioneer-3-dx', planarPose(0, 0, 0));
    world.add('b', 'pioneer-3-dx', planarPose(0.3, 0, 0));
    expect(robotAt([400, 300], aim())?.id).toBe('a');
    expect(robotAt([411, 300], aim())?.id).toBe('b');
    const half = symbolHalfPx(robot('a').radiusM, 0.5, 1);
    expect(robotAt([400 - half - 5, 300], aim())?.id).toBe('a');
    expect(robotAt([400 - half - 8, 300], aim())).toBeUndefined();
  });

  it('[MN5] finds nobody on a floor that is not shown', () => {
    world.site.set(BUILDING);
    world.add('a', 'pioneer-3-dx', { ...planarPose(0, 0, 0), z: 3.5 });
    expect(robotAt([400, 300], { ...aim(), tiles: [aim().tiles[0], undefined] })).toBeUndefined();
  });

  it('[MN5] has a symbol to hit, however small its robot is drawn', () => {
    expect(symbolHalfPx(0.2, 0.01, 1)).toBeGreaterThanOrEqual(8);
    expect(symbolHalfPx(0.2, 20, 1)).toBeLessThanOrEqual(40);
    expect(symbolHalfPx(0.3, 0.6, 1.7)).toBeGreaterThan(symbolHalfPx(0.3, 0.6, 1));
  });
});

describe('what is shown', () => {
  beforeEach(() => {
    world.site.set(BUILDING);
    world.add('low', 'pioneer-3-dx', planarPose(2, 2, 0));
    world.add('high', 'pioneer-3-dx', { ...planarPose(8, 4, 0), z: 3.5 });
    pass(20);
  });

  it('[MN10] is the floor of who is selected, but the building stays', () => {
    monitor.select('high');
    expect(monitor.shown.get()).toEqual({ kind: 'building' });
    monitor.show({ kind: 'floor', floor: 'ground-floor' });
    monitor.select('high');
    expect(monitor.shown.get()).toEqual({ kind: 'floor', floor: 'first-floor' });
    monitor.select('nobody');
    expect(monitor.selected.get()).toBeUndefined();
  });

  it('[MN10] goes with who is followed from floor to floor', () => {
    monitor.select('low');
    monitor.follow();
    expect(monitor.shown.get()).toEqual({ kind: 'floor', floor: 'ground-floor' });
    world.put('low', 2, 2, { z: 3.5 });
    pass(20);
    expect(monitor.shown.get()).toEqual({ kind: 'floor', floor: 'first-floor' });
    expect(monitor.following.get()).toBe('followed');
  });

  it('[MN11] is let go of with another selection, another floor, or a robot that is gone', () => {
    const follow = () => {
      monitor.select('low');
      monitor.follow();
      expect(monitor.following.get()).toBe('followed');
    };
    follow();
    monitor.select('high');
    expect(monitor.following.get()).toBe('free');
    follow();
    monitor.show({ kind: 'floor', floor: 'first-floor' });
    expect(monitor.following.get()).toBe('free');
    follow();
    monitor.show({ kind: 'building' });
    expect(monitor.following.get()).toBe('free');
    follow();
    world.remove('low');
    expect([monitor.following.get(), monitor.selected.get()]).toEqual(['free', undefined]);
  });

  it('[MN3] is a plain floor when there is no building any more', () => {
    monitor.show({ kind: 'floor', floor: 'first-floor' });
    world.site.set({ kind: 'none' });
    expect(monitor.floors.get().map(({ name }) => name)).toEqual(['Floor']);
    expect(monitor.shown.get()).toEqual({ kind: 'building' });
    expect(monitor.fleet.robots.map(({ floor }) => floor)).toEqual([0, 0]);
  });
});
