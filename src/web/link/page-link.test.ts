import { beforeEach, describe, expect, it } from 'vitest';
import type { EntityDescription } from '../../core/api/messages.ts';
import { ORIGIN } from '../../core/base/pose.ts';
import { PageLink, type WorkerEvents } from './page-link.ts';
import type { EntityChange, FrameData, Presence, ToWorker } from './page-messages.ts';

const CONTROL = { stop: undefined, lease: undefined, leaseEpoch: 0, asking: [], driver: undefined };
const DESCRIPTION: EntityDescription = {
  name: 'Arm',
  model: 'arm',
  kind: 'dynamic',
  dofs: [],
  initial: { pose: ORIGIN, values: [] },
};

const change = (id: string, slot: number): EntityChange => ({
  id,
  slot,
  valuesAt: 0,
  owner: 'ada',
  isMine: true,
  isLive: true,
  epoch: 1,
  control: CONTROL,
  isWorking: false,
  floor: undefined,
  isElsewhere: false,
  ageMs: 0,
});

const frame = (layout: number, slots: number): FrameData => ({
  layout,
  worldMs: layout,
  slots,
  values: 1,
  buffer: new ArrayBuffer(28 * slots + 4),
});

let link: PageLink;
let worker: WorkerEvents;
let posted: ToWorker[];
let workers: number;
let tellPresence: (presence: Presence | 'gone') => void;

beforeEach(() => {
  posted = [];
  workers = 0;
  link = new PageLink({
    address: { url: 'ws://hub', world: 'lab', name: 'Ada' },
    isRobot: () => true,
    nowMs: () => 1234,
    wallClockMs: () => 0,
    watchPresence: (tell) => {
      tellPresence = tell;
      return { [Symbol.dispose]: () => {} };
    },
    startWorker: (events) => {
      worker = events;
      workers++;
      return { post: (message) => void posted.push(message), end: () => {} };
    },
  });
});

const ordered = () => posted.filter(({ kind }) => kind === 'frame').length;

describe('frames', () => {
  it('are ordered one at a time, and the buffer that was drawn goes back', () => {
    expect(link.frame()).toBeUndefined();
    expect(link.frame()).toBeUndefined();
    expect(ordered()).toBe(1);
    const [first, second] = [frame(1, 2), frame(2, 2)];
    worker.message({ kind: 'frame', frame: first });
    expect(link.frame()).toMatchObject({ layout: 1, poses: { length: 14 }, values: { length: 1 } });
    worker.message({ kind: 'frame', frame: second });
    expect(link.frame()?.layout).toBe(2);
    expect(posted.at(-1)).toEqual({ kind: 'frame', spare: first.buffer });
  });

  it('come with a new layout in the same breath as the entities that need it', () => {
    worker.message({ kind: 'frame', frame: frame(1, 1) });
    link.frame();
    const told: number[] = [];
    link.entities.subscribe(() => told.push(link.frame()?.layout ?? 0));
    const changed = [{ ...change('arm', 1), description: DESCRIPTION }];
    worker.message({ kind: 'news', news: { entities: { changed, gone: [], frame: frame(2, 2) } } });
    expect(told).toEqual([2]);
  });
});

describe('what the page knows', () => {
  it('keeps descriptions that were not told again, and objects that did not change', () => {
    const told = (changed: EntityChange[]) => worker.message({ kind: 'news', news: { entities: { changed, gone: [], frame: undefined } } });
    told([
      { ...change('arm', 0), description: DESCRIPTION },
      { ...change('box', 1), description: DESCRIPTION },
    ]);
    const box = link.entities.get().get('box');
    told([{ ...change('arm', 0), ageMs: 40 }]);
    expect(link.entities.get().get('arm')).toMatchObject({ ageMs: 40, description: { name: 'Arm' } });
    expect(link.entities.get().get('box')).toBe(box);
  });

  it('says since when the link is lost by its own clock, and only once', () => {
    worker.message({ kind: 'status', status: { kind: 'lost' } });
    const lost = link.status.get();
    expect(lost).toEqual({ kind: 'lost', sinceMs: 1234 });
    worker.message({ kind: 'status', status: { kind: 'lost' } });
    expect(link.status.get()).toBe(lost);
  });
});

describe('a worker that breaks', () => {
  it('fails what was asked of it, says so, lets go of sticks and can be started again', async () => {
    const driving = link.drive('arm');
    worker.message({ kind: 'answer', request: 1, answer: { kind: 'stick', stick: 7 } });
    const driven = await driving;
    if (driven.kind !== 'driving') throw new Error(driven.reason);
    const asked = link.command('arm', { kind: 'halt' });
    link.frame();
    worker.broken('out of memory');
    await expect(asked).rejects.toThrow('out of memory');
    expect(driven.stick.isHeld).toBe(false);
    expect(link.status.get()).toEqual({ kind: 'refused', reason: 'out of memory' });
    link.again();
    expect(workers).toBe(2);
    expect(link.status.get()).toEqual({ kind: 'joining' });
    expect(posted.filter(({ kind }) => kind === 'join')).toHaveLength(2);
    link.frame();
    expect(ordered()).toBe(2);
  });
});

describe('a page', () => {
  it('that is hidden stays and says so; one that is closed leaves, so that what it moved stands', () => {
    tellPresence('away');
    expect(posted.at(-1)).toEqual({ kind: 'presence', presence: 'away' });
    tellPresence('gone');
    expect(posted.at(-1)).toEqual({ kind: 'leave' });
  });
});
