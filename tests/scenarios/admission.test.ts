import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/hub/exit-codes.ts';
import { joinWorld } from '../../src/library/manyhands.ts';
import { HubProcess } from '../processes/hub-process.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { measureAdmission, wrongAnswers } from './admission.ts';

const PAIRS = 2;
const LONGEST_AWAY_MS = 500;
const ATTEMPTS = 3;

describe('a hub that has as many as it takes', () => {
  // Whether their commands take longer is for the soak to say.
  it('[H7] refuses one more each time, with the reason; the others drive on', { timeout: 180_000 }, async () => {
    for (let attempt = 1; ; attempt++) {
      const isEnough = (windows: readonly unknown[]) => windows.length >= 2 * PAIRS;
      const report = await measureAdmission({ windowMs: 1000, pauseMs: 20, isEnough, say: console.log });
      // Trouble in a machine that stood still says nothing of the hub.
      if (report.troubles.length > 0 && report.machineAwayMs >= LONGEST_AWAY_MS && attempt < ATTEMPTS) continue;
      expect(report.attempts.length).toBeGreaterThan(3);
      expect(wrongAnswers(report.attempts)).toEqual([]);
      expect([report.troubles, report.complaints]).toEqual([[], []]);
      for (const { trips } of report.windows) expect(trips).toBeGreaterThan(0);
      return;
    }
  });

  it('[H7] says so on the command line, and that it is an end: exit code 3', { timeout: 60_000 }, async () => {
    await using hub = await HubProcess.start('--most-in-world', '1');
    await using ann = await joinWorld(hub.url, { name: 'Ann' });
    await using late = StartedProcess.start('Ben', 'src/hub/main.ts', ['join', hub.url, '--as', 'Ben']);
    expect(await late.ended).toBe(EXIT.notJoined);
    expect(late.stderr).toContain('1 are in demo, which is all it takes; wait until someone leaves, or ask for more room');
    expect(ann.status.kind).toBe('connected');
  });
});
