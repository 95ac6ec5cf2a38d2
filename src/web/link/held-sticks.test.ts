import { beforeEach, describe, expect, it } from 'vitest';
import { planarTwist } from '../../core/base/pose.ts';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { GONE_MS, HeldSticks, SILENCE_MS } from './held-sticks.ts';
import type { StickPosition } from './page-messages.ts';

const FORWARD = { twist: planarTwist(0.5, 0) };

let time: VirtualTime;
let sticks: HeldSticks;
let sent: { atMs: number; position: StickPosition }[];
let released: number;
let letGo: string[];

beforeEach(() => {
  time = new VirtualTime();
  sent = [];
  released = 0;
  letGo = [];
  const clock = time.clock();
  sticks = new HeldSticks({
    clock,
    onLetGo: (stick, reason) => letGo.push(`${stick}: ${reason}`),
    report: (error) => expect.unreachable(String(error)),
  });
});

const drive = () => ({
  entity: 'pioneer',
  hold: (position: StickPosition) => void sent.push({ atMs: time.now, position }),
  release: async () => {
    released++;
  },
});

describe('sticks held by a page', () => {
  it('[V12] are centred when the page has been silent for longer than 250 ms, and not before', async () => {
    const stick = sticks.take(drive());
    sticks.hold(stick, FORWARD);
    await time.run(SILENCE_MS);
    sticks.tick();
    expect(sent.map(({ position }) => position)).toEqual([FORWARD]);
    await time.run(SILENCE_MS + 1);
    sticks.tick();
    sticks.tick();
    expect(sent.map(({ position }) => position)).toEqual([FORWARD, {}]);
  });

  it('[V12] go on when the page speaks again, and are let go of when it does not for 2 s', async () => {
    const stick = sticks.take(drive());
    sticks.hold(stick, FORWARD);
    await time.run(GONE_MS);
    sticks.tick();
    expect(released).toBe(0);
    sticks.hold(stick, FORWARD);
    sticks.tick();
    expect(sent.map(({ position }) => position)).toEqual([FORWARD, {}, FORWARD]);
    await time.run(2 * GONE_MS + 1);
    sticks.tick();
    expect(released).toBe(1);
    expect(letGo).toEqual(['1: the page said nothing for 2001 ms']);
    sticks.hold(stick, FORWARD);
    expect(sent).toHaveLength(3);
  });

  it('[V13] are let go of where they rest, and only there, when their robot is sent somewhere', async () => {
    sticks.take(drive());
    const held = sticks.take(drive());
    sticks.hold(held, FORWARD);
    sticks.take({ ...drive(), entity: 'amigobot' });
    await sticks.layDown('pioneer');
    expect(released).toBe(1);
    expect(letGo).toEqual(['1: it was sent somewhere']);
    expect(sticks.entities).toEqual(['pioneer', 'amigobot']);
  });

  it('send what moves at most every 40 ms, and a centred stick at once', async () => {
    const stick = sticks.take(drive());
    for (let ms = 0; ms < 100; ms += 16) {
      await time.run(ms);
      sticks.hold(stick, { twist: planarTwist(ms / 1000, 0) });
    }
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 48, 96]);
    sticks.hold(stick, {});
    expect(sent.at(-1)).toEqual({ atMs: 96, position: {} });
  });

  it('send nothing while nothing changes, and the last position at the next tick', async () => {
    const stick = sticks.take(drive());
    sticks.hold(stick, FORWARD);
    await time.run(16);
    sticks.hold(stick, { twist: planarTwist(0.6, 0) });
    await time.run(50);
    sticks.tick();
    sticks.tick();
    expect(sent.map(({ position }) => position.twist?.vx)).toEqual([0.5, 0.6]);
  });

  it('are all let go of when the link is lost', () => {
    sticks.take(drive());
    sticks.take(drive());
    sticks.letGoOfAll('the link is lost');
    expect(released).toBe(2);
    expect(sticks.entities).toEqual([]);
  });
});
