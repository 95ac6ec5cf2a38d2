import { expect, it } from 'vitest';
import { hideAgainAndAgain } from './hidden-stage.ts';

it('keeps the robots of a page that is hidden and frozen moving, three times', async () => {
  expect(await hideAgainAndAgain(3, console.log, 'light')).toEqual([]);
});
