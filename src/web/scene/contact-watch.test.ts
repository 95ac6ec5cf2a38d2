import { expect, it } from 'vitest';
import { ORIGIN } from '../../core/base/pose.ts';
import { IDLE_CONTROL } from '../../core/world/control.ts';
import type { EntityInfo } from '../link/world-link.ts';
import { ContactWatch } from './contact-watch.ts';

function sight(contactAtMs?: number): ReadonlyMap<string, EntityInfo> {
  const info: EntityInfo = {
    id: 'arm',
    description: { name: 'Arm', model: 'arm', kind: 'dynamic', dofs: [], initial: { pose: ORIGIN, values: [] } },
    slot: 0,
    valuesAt: 0,
    owner: 'ada',
    isMine: true,
    isLive: true,
    epoch: 1,
    control: IDLE_CONTROL,
    isWorking: false,
    floor: undefined,
    isElsewhere: false,
    ageMs: 0,
    ...(contactAtMs !== undefined && { contact: { with: 'wall', x: 1, y: 2, z: 3, atMs: contactAtMs } }),
  };
  return new Map([['arm', info]]);
}

const told = (watch: ContactWatch, worldMs: number) => watch.due(worldMs).map(([entity, contact]) => [entity, contact.with]);

it('tells of a contact once, when the motion comes to it', () => {
  const watch = new ContactWatch();
  watch.see(sight());
  watch.see(sight(5000));
  expect(told(watch, 4999)).toEqual([]);
  expect(told(watch, 5001)).toEqual([['arm', 'wall']]);
  watch.see(sight(5000));
  expect(told(watch, 5002)).toEqual([]);
});

it('tells nothing of what was so when the page came', () => {
  const watch = new ContactWatch();
  watch.see(sight(5000));
  expect(told(watch, 6000)).toEqual([]);
  watch.see(sight(7000));
  expect(told(watch, 7000)).toEqual([['arm', 'wall']]);
});

it('tells nothing of a motion that was changed before it came so far, nor of what has gone', () => {
  const watch = new ContactWatch();
  watch.see(sight());
  watch.see(sight(5000));
  watch.see(sight());
  expect(told(watch, 6000)).toEqual([]);
  watch.see(sight(7000));
  watch.see(new Map());
  expect(told(watch, 8000)).toEqual([]);
});
