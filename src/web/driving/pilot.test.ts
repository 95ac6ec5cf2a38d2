import { beforeEach, describe, expect, it } from 'vitest';
import { Settable } from '../link/observable.ts';
import type { LinkStatus, Stick, TimeInfo, WorldLink } from '../link/world-link.ts';
import type { DriveProfile } from './drive-profile.ts';
import { Keyboard } from './keyboard.ts';
import { Pilot, type RobotInHand } from './pilot.ts';
import { TouchStick } from './touch-stick.ts';

type Position = Parameters<Stick['hold']>[0];

/** A world that gives a stick at once and remembers what is done with it. */
class Course {
  readonly status = new Settable<LinkStatus>({ kind: 'open' });
  readonly time = new Settable<TimeInfo | undefined>(undefined);
  readonly log: string[] = [];
  readonly positions = new Map<string, Position>();
  answer: Awaited<ReturnType<WorldLink['drive']>> | undefined;
  readonly sticks: (Stick & { isHeld: boolean })[] = [];

  drive = async (entity: string): ReturnType<WorldLink['drive']> => {
    this.log.push(`drive ${entity}`);
    if (this.answer) return this.answer;
    const stick = {
      entity,
      isHeld: true,
      hold: (position: Position) => void this.positions.set(entity, position),
      release: async () => {
        stick.isHeld = false;
        this.log.push(`release ${entity}`);
      },
    };
    this.sticks.push(stick);
    return { kind: 'driving', stick };
  };

  speed(entity: string): number | undefined {
    return this.positions.get(entity)?.twist?.vx;
  }

  slow(roundTripMs: number): void {
    this.time.set({ worldMs: 0, rate: 1, generation: 0, clockErrorMs: 0, roundTripMs });
  }
}

const PIONEER: DriveProfile = { kind: 'base', speedMPerS: 1.2, turnRadPerS: 5 };
const ARM: DriveProfile = { kind: 'joints', speedsPerS: [1, 2, 0.5], forward: 1, left: 0 };

let course: Course;
let pilot: Pilot;
let keyboard: Keyboard;
let nowMs: number;

beforeEach(() => {
  course = new Course();
  pilot = new Pilot(course);
  keyboard = new Keyboard();
  nowMs = 1000;
  take('pioneer', PIONEER);
});

const take = (entity: string, profile: DriveProfile, robot: Partial<RobotInHand> = {}) =>
  pilot.assign(entity, { profile, sources: [keyboard], speedLimit: 1, ...robot });

/** Animation frames for so long. */
async function frames(lastMs: number): Promise<void> {
  for (const endMs = nowMs + lastMs; nowMs < endMs; nowMs += 20) {
    pilot.frame(nowMs);
    await Promise.resolve();
    await Promise.resolve();
  }
}

describe('a pilot', () => {
  it('[V1] asks for the stick when a key goes down, drives while it is, and centres in the frame in which it comes up', async () => {
    await frames(100);
    expect(course.log).toEqual([]);
    keyboard.press('KeyW');
    await frames(600);
    expect(course.log).toEqual(['drive pioneer']);
    expect(course.speed('pioneer')).toBe(1.2);
    keyboard.release('KeyW');
    await frames(20);
    expect(course.speed('pioneer')).toBe(0);
    expect(course.log).toEqual(['drive pioneer']);
  });

  it('[V2] lets go when the hand has rested for 600 ms', async () => {
    keyboard.press('KeyW');
    await frames(100);
    keyboard.release('KeyW');
    await frames(580);
    expect(pilot.states.get().get('pioneer')).toEqual({ kind: 'driving' });
    await frames(100);
    expect(course.log).toEqual(['drive pioneer', 'release pioneer']);
    expect(pilot.states.get().get('pioneer')).toEqual({ kind: 'idle' });
  });

  it('[V3] lets go of everything at once on blur, and a key that is still down drives no more', async () => {
    keyboard.press('KeyW');
    await frames(400);
    pilot.letGo();
    expect(course.positions.get('pioneer')).toEqual({});
    expect(course.log).toEqual(['drive pioneer', 'release pioneer']);
    await frames(400);
    expect(course.log).toHaveLength(2);
    keyboard.press('KeyW');
    await frames(100);
    expect(course.log).toHaveLength(3);
  });

  it('[V3] believes a stick that is held through a blur only after it has been in the middle', async () => {
    const stick = new TouchStick();
    stick.forget = () => {};
    take('pioneer', PIONEER, { sources: [stick] });
    stick.press(1, 0, -94, 94);
    await frames(100);
    pilot.letGo();
    await frames(200);
    expect(course.log).toEqual(['drive pioneer', 'release pioneer']);
    stick.move(1, 0, 0, 94);
    await frames(20);
    stick.move(1, 0, -94, 94);
    await frames(20);
    expect(course.log.at(-1)).toBe('drive pioneer');
  });

  it('[V3] forgets a jog button whose finger nobody saw go up, and drives on with a key that is pressed anew', async () => {
    take('puma', ARM);
    pilot.jog('puma', 2, 1);
    await frames(200);
    expect(course.positions.get('puma')?.rates).toEqual([[2, 0.5]]);
    pilot.letGo();
    await frames(200);
    keyboard.press('KeyW');
    await frames(600);
    expect(course.positions.get('puma')?.rates).toEqual([[1, 2]]);
  });

  it('[V3] lets go when the link is lost, without waiting for a frame', async () => {
    keyboard.press('KeyW');
    await frames(400);
    course.status.set({ kind: 'lost', sinceMs: 0 });
    expect(course.log).toEqual(['drive pioneer', 'release pioneer']);
    await frames(20);
    expect(pilot.obstacle.get()).toBe('No connection.');
  });

  it('[V3] gives back a stick that comes when nobody wants it any more', async () => {
    keyboard.press('KeyW');
    pilot.frame(nowMs);
    pilot.letGo();
    await frames(100);
    expect(course.log).toEqual(['drive pioneer', 'release pioneer']);
  });

  it('[V4] does not drive over a link that is too slow, and says the number', async () => {
    keyboard.press('KeyW');
    await frames(400);
    course.slow(520.4);
    await frames(20);
    expect(course.log).toEqual(['drive pioneer', 'release pioneer']);
    expect(pilot.obstacle.get()).toBe('Latency 520 ms. Driving needs under 400 ms.');
    course.slow(38);
    await frames(20);
    expect(pilot.obstacle.get()).toBeUndefined();
  });

  it('[V5] tells why it was refused, and asks again only after the hand was in the middle', async () => {
    course.answer = { kind: 'refused', reason: 'kenji has the lease' };
    keyboard.press('KeyW');
    await frames(400);
    expect(course.log).toEqual(['drive pioneer']);
    expect(pilot.states.get().get('pioneer')).toEqual({ kind: 'refused', reason: 'kenji has the lease' });
    keyboard.release('KeyW');
    await frames(20);
    keyboard.press('KeyW');
    await frames(100);
    expect(course.log).toEqual(['drive pioneer', 'drive pioneer']);
  });

  it('[V8] keeps to the limit, and to a third of it under Shift', async () => {
    take('pioneer', PIONEER, { speedLimit: 0.5 });
    keyboard.press('KeyW');
    await frames(400);
    expect(course.speed('pioneer')).toBeCloseTo(0.6, 10);
    keyboard.press('ShiftLeft');
    await frames(20);
    expect(course.speed('pioneer')).toBeCloseTo(0.2, 10);
  });

  it('[V10] drives several robots of different kinds, each with its own sources', async () => {
    const stick = new TouchStick();
    take('puma', ARM, { sources: [stick], speedLimit: 0.5 });
    keyboard.press('KeyA');
    stick.press(1, 0, -94, 94);
    await frames(500);
    expect(course.positions.get('pioneer')?.twist).toMatchObject({ vx: 0, wz: 5 });
    expect(course.positions.get('puma')?.rates).toEqual([[1, 1]]);
    pilot.jog('puma', 2, -1);
    await frames(20);
    expect(course.positions.get('puma')?.rates).toEqual([
      [1, 1],
      [2, -0.25],
    ]);
    // Stick and button on one joint are no faster than either.
    pilot.jog('puma', 1, 1);
    take('puma', ARM, { sources: [stick], speedLimit: 1 });
    await frames(20);
    expect(course.positions.get('puma')?.rates).toEqual([
      [1, 2],
      [2, -0.5],
    ]);
    pilot.unassign('puma');
    expect(course.log).toContain('release puma');
    expect(pilot.states.get().get('pioneer')).toEqual({ kind: 'driving' });
  });

  it('[V3] asks for a stick that the worker let go of only when the hand comes anew', async () => {
    keyboard.press('KeyW');
    await frames(100);
    const [stick] = course.sticks;
    if (stick) Object.assign(stick, { isHeld: false, letGoBecause: 'the hub does not answer' });
    await frames(100);
    expect(course.log).toEqual(['drive pioneer']);
    const reason = 'Let go: the hub does not answer. Press again to drive on.';
    expect(pilot.states.get().get('pioneer')).toEqual({ kind: 'refused', reason });
    keyboard.release('KeyW');
    await frames(20);
    keyboard.press('KeyW');
    await frames(20);
    expect(course.log).toEqual(['drive pioneer', 'drive pioneer']);
  });
});
