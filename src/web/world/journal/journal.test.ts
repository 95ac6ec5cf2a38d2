import { describe, expect, it } from 'vitest';
import { planarPose } from '../../../core/base/pose.ts';
import type { EntityInfo, Person } from '../../link/world-link.ts';
import { EMPTY_JOURNAL, type Journal, type Sight, sentence, watched, withTouch } from './journal.ts';

const person = (id: string, name: string): Person => ({ id, name, colour: 1, presence: 'here', avatar: undefined, controls: [] });
const mara = person('mara', 'Mara');
const kenji = person('kenji', 'Kenji');

const robot = (control: Partial<EntityInfo['control']> = {}): EntityInfo => ({
  id: 'puma',
  description: {
    name: 'Puma 560',
    model: 'puma-560',
    kind: 'dynamic',
    dofs: [],
    initial: { pose: planarPose(0, 0, 0), values: [] },
  },
  slot: 0,
  valuesAt: 0,
  owner: 'hub',
  isMine: false,
  isLive: true,
  epoch: 1,
  control: { stop: undefined, lease: undefined, leaseEpoch: 0, asking: NOBODY, driver: undefined, ...control },
  isWorking: false,
  floor: undefined,
  isElsewhere: false,
  ageMs: 10,
});
const NOBODY: readonly string[] = [];

function watch(...sights: (Partial<Omit<Sight, 'entities'>> & { readonly robots?: readonly EntityInfo[] })[]): Journal {
  return sights.reduce<Journal>((journal, { robots = [robot()], ...given }, index) => {
    const worldMs = index * 1000;
    const entities = new Map(robots.map((info) => [info.id, info]));
    return watched(journal, { people: [mara, kenji], me: 'ines', worldMs, generation: 0, atMs: 5000 + worldMs, ...given, entities });
  }, EMPTY_JOURNAL);
}

const told = (journal: Journal): string[] => journal.happenings.map(sentence);

describe('the journal', () => {
  it('does not tell what was so before the page came', () => {
    const journal = watch({ robots: [robot({ driver: 'mara' })] });
    expect(told(journal)).toEqual([]);
    expect(journal.spans).toMatchObject([{ entity: 'puma', driver: 'mara', fromWorldMs: 0, toWorldMs: undefined }]);
  });

  it('tells who took a robot, and for how long', () => {
    const journal = watch({}, { robots: [robot({ driver: 'mara' })] }, { robots: [robot({ lease: { holder: 'kenji', reason: '' } })] }, {});
    expect(told(journal)).toEqual(['Mara took Puma 560', 'Kenji took Puma 560']);
    expect(journal.spans).toMatchObject([
      { driver: 'mara', fromWorldMs: 1000, toWorldMs: 2000 },
      { driver: 'kenji', fromWorldMs: 2000, toWorldMs: 3000 },
    ]);
  });

  it('tells of stops and of the re-arm, each once', () => {
    const stop = { id: 's1', by: 'kenji', reason: 'look', recorded: true };
    const journal = watch({}, { robots: [robot({ stop })] }, { robots: [robot({ stop })] }, {});
    expect(told(journal)).toEqual(['Kenji stopped Puma 560', 'Puma 560 was re-armed']);
    expect(journal.stops).toMatchObject([{ entity: 'puma', stopId: 's1', worldMs: 1000, atMs: 6000 }]);
  });

  it('tells what was in the way of a robot', () => {
    const before = watch({}, {});
    const [other, otherName, atMs] = ['conveyor', 'Conveyor', 7000];
    const journal = withTouch(withTouch(before, { robot: robot(), other, otherName, atMs }), {
      robot: robot(),
      other: 'puma',
      otherName,
      atMs,
    });
    expect(told(journal)).toEqual(['Puma 560 stopped: Conveyor in its way', 'Puma 560 stopped: it would touch itself']);
    expect(journal.happenings.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('tells who asks, comes and goes', () => {
    const journal = watch(
      { people: [mara] },
      { robots: [robot({ asking: ['kenji'] })] },
      { people: [kenji], robots: [robot({ asking: ['kenji'] })] },
    );
    expect(told(journal)).toEqual(['Kenji joined', 'Kenji asks for Puma 560', 'Mara left']);
  });

  it('does not tell that one comes and goes oneself', () => {
    expect(told(watch({ me: 'mara', people: [] }, { me: 'mara' }, { me: 'mara', people: [kenji] }))).toEqual(['Kenji joined']);
  });

  it('ends the span of what is removed while it is driven', () => {
    const journal = watch({ robots: [robot({ driver: 'mara' })] }, { robots: [] });
    expect(journal.spans).toMatchObject([{ toWorldMs: 1000 }]);
  });

  it('starts the timeline again with a reset', () => {
    const journal = watch({ robots: [robot({ driver: 'mara' })] }, {}, { generation: 1, worldMs: 0 });
    expect(journal.spans).toEqual([]);
  });

  it('is the same object while nothing happens', () => {
    const before = watch({}, {});
    const entities = new Map([['puma', robot()]]);
    expect(watched(before, { entities, people: [mara, kenji], me: 'ines', worldMs: 9000, generation: 0, atMs: 9000 })).toBe(before);
  });
});
