import { expect, it } from 'vitest';
import { soakContacts } from '../soak/contacts.ts';

it('robots that meet, sweep, push one box and grasp one part, three times each', { timeout: 240_000 }, async () => {
  expect(await soakContacts(3, () => {})).toEqual([]);
});
