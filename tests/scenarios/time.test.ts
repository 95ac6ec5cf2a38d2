import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { HubProcess } from '../processes/hub-process.ts';
import { JoinProcess, type SeenPose } from '../processes/join-process.ts';
import { type Difference, differenceOf } from '../processes/same-instant.ts';
import { monotonicMs } from '../processes/started-process.ts';

const ROBOT = 'robot';
const HZ = 25;
/** What it does: 12 m and 2.4 rad in so many seconds of world time, which no phase of the test outlasts. */
const JOURNEY_S = 600;
const SPEED_M_PER_S = 12 / JOURNEY_S;
/** For a change to take effect (200 ms) and for what is shown to catch up (1 s). */
const SETTLE_MS = 1400;
const LOOK_MS = 200;
const INSTANTS = 10;
const PATIENCE_MS = 20_000;
/** Between reading the clock and reading the pose a process may lose its core. */
const READING_MS = 5;
/** What is printed has six digits. */
const ROUNDING_M = 2e-6;

class Trial {
  readonly #here: JoinProcess[] = [];

  async enter(participant: JoinProcess): Promise<void> {
    await participant.must(`wait-for ${ROBOT} owned`);
    await participant.must(`watch ${ROBOT} ${HZ}`);
    this.#here.push(participant);
  }

  /** Compares what all show from now on; answers what each showed last. */
  async compare(title: string, { rate, speedMPerS = SPEED_M_PER_S }: { rate: number; speedMPerS?: number }): Promise<SeenPose[]> {
    const clocks = await this.#settled(rate);
    await pause(SETTLE_MS);
    const from = this.#here.map(({ mark }) => mark);
    const course = { hz: HZ, rate, speedMPerS };
    const untilMs = monotonicMs() + PATIENCE_MS;
    let seen: SeenPose[][];
    let differences: Difference[];
    do {
      await pause(LOOK_MS);
      seen = this.#here.map((participant, i) => participant.poses(ROBOT, from[i]));
      differences = seen.slice(1).map((poses) => differenceOf(seen[0] ?? [], poses, course));
    } while (differences.some(({ instants }) => instants < INSTANTS) && monotonicMs() < untilMs);
    const allowedM = speedMPerS * rate * ((Math.max(...clocks) + READING_MS) / 1000) + ROUNDING_M;
    console.log(
      `${title.padEnd(28)} ${seen.length} participants at ${differences.map(({ instants }) => instants).join(', ')} instants: ` +
        `world time within ${Math.max(...differences.map(({ worldMs }) => worldMs)).toFixed(3)} ms, ` +
        `poses within ${(1000 * Math.max(...differences.map(({ metres }) => metres))).toFixed(3)} mm (allowed ${(1000 * allowedM).toFixed(3)}, worst ${(1000 * Math.max(...differences.map(({ worstMetres }) => worstMetres))).toFixed(3)})`,
    );
    for (const { instants, worldMs, metres } of differences) {
      expect(instants, title).toBeGreaterThanOrEqual(INSTANTS);
      // Shared time is printed to a microsecond.
      expect(worldMs, title).toBeLessThanOrEqual(0.001 + 0.001 * rate);
      expect(metres, title).toBeLessThanOrEqual(allowedM);
    }
    const last = seen.map((poses) => poses.at(-1)).filter((pose) => pose !== undefined);
    if (rate === 0) for (const { pose, values } of last) expect([pose, values], title).toEqual([last[0]?.pose, last[0]?.values]);
    return last;
  }

  /** Waits until world time runs at this rate for all; answers how far their clocks may be off. */
  async #settled(rate: number): Promise<number[]> {
    return Promise.all(
      this.#here.map(async (participant) => {
        for (let tries = 0; tries < 100; tries++) {
          const { outcome } = await participant.must('time');
          if (outcome.rate === rate) return Number(outcome.clockErrorMs);
          await pause(50);
        }
        throw new Error(`world time does not come to run at ${rate} for ${participant.id}`);
      }),
    );
  }
}

it('pause, step, rate and reset are the same for all, the late one too', { timeout: 120_000 }, async () => {
  await using hub = await HubProcess.start();
  await using alice = await JoinProcess.join(hub.url, 'alice');
  await using bob = await JoinProcess.join(hub.url, 'bob');
  const trial = new Trial();
  await alice.must(`insert robot --id ${ROBOT} --dofs 1`);
  await trial.enter(alice);
  await trial.enter(bob);
  await alice.must(`go ${ROBOT} 12,0 ${JOURNEY_S}`);
  await alice.must(`move ${ROBOT} 0 2.4rad ${JOURNEY_S}`);
  await trial.compare('as it comes', { rate: 1 });

  await bob.must('pause');
  const paused = await trial.compare('paused', { rate: 0 });
  await alice.must('step 2.5');
  const stepped = await trial.compare('stepped by 2.5 s', { rate: 0 });
  for (const [i, { worldMs, pose, values }] of stepped.entries()) {
    expect(worldMs - (paused[i]?.worldMs ?? 0)).toBeCloseTo(2500, 2);
    expect(pose.x - (paused[i]?.pose.x ?? 0)).toBeCloseTo(2.5 * SPEED_M_PER_S, 5);
    expect(values[0]).toBeGreaterThan(paused[i]?.values[0] ?? 0);
  }

  await using carol = await JoinProcess.join(hub.url, 'carol');
  await trial.enter(carol);
  await trial.compare('paused, and carol has come', { rate: 0 });

  await carol.must('run 0.5');
  await trial.compare('at half speed', { rate: 0.5 });
  await bob.must('run 10');
  await trial.compare('ten times as fast', { rate: 10 });
  await alice.must('reset');
  const reset = await trial.compare('reset', { rate: 10, speedMPerS: 0 });
  for (const { worldMs, pose, values } of reset) {
    expect(worldMs).toBeLessThan(60_000);
    expect([pose.x, pose.y, pose.yawDeg, ...values]).toEqual([0, 0, 0, 0]);
  }

  await carol.must('run');
  await carol.must(`go ${ROBOT} 12,0 ${JOURNEY_S}`);
  await trial.compare('again, as it comes', { rate: 1 });
});
