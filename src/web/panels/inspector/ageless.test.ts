import { expect, it } from 'vitest';
import { puma560 } from '../../../core/robots/catalog/puma-560.ts';
import { loneEntity } from '../../own-robot/lone-entity.ts';
import { isSameButForAge } from './ageless.ts';

it('a thing is the same when only its age is another, and not when anything else is', () => {
  const info = loneEntity(puma560);
  expect(isSameButForAge(info, { ...info, ageMs: 1234 })).toBe(true);
  expect(isSameButForAge(info, { ...info, slot: info.slot + 1 })).toBe(false);
  expect(isSameButForAge(info, { ...info, isWorking: !info.isWorking })).toBe(false);
  expect(isSameButForAge(info, { ...info, control: { ...info.control } })).toBe(true);
  expect(isSameButForAge(info, { ...info, control: { ...info.control, leaseEpoch: 7 } })).toBe(false);
  expect(isSameButForAge({ ...info, heldBy: 'arm' }, info)).toBe(false);
});
