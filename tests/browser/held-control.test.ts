import { expect, it } from 'vitest';
import { inTurn, LONGEST_STOP_MS, soakStop } from '../soak/stop.ts';

it(`stops within ${LONGEST_STOP_MS} ms of blur, tab close, offline and hub pause, three times each`, async () => {
  expect(await soakStop(inTurn(3), console.log, 'light')).toEqual([]);
});
