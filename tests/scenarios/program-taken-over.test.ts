import { expect, it } from 'vitest';
import { soakPrograms } from '../soak/programs.ts';

it('goes on with the program of a robot whose owner was killed, three times', { timeout: 120_000 }, async () => {
  const { problems } = await soakPrograms(3, console.log);
  expect(problems).toEqual([]);
});
