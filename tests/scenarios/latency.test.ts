import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type ActionDraft, planarPose } from '../../src/library/manyhands.ts';
import { DelayingProxy } from '../processes/delaying-proxy.ts';
import { HubProcess } from '../processes/hub-process.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { median, percentile } from '../processes/statistics.ts';
import type { Arrival, Expectation, ReporterLine, ReporterOrder } from './participants/arrival-reporter.ts';

const WEATHER = { delayMs: 100, jitterMs: 50, stallShare: 0.01, stallMs: [300, 800] } as const;
const MOST_APART_MS = 50;
/** Clocks are compared once a second, and the best of eight comparisons counts. */
const SETTLE_MS = 6000;

/** What each robot does: they set out together, and end one after the other. */
interface Motion extends Expectation {
  readonly durationMs: number;
}

const motions: readonly Motion[] = [
  { entity: 'walker', part: 'base', goal: 2, durationMs: 3600 },
  { entity: 'arm', part: 'joint', goal: 1.2, durationMs: 3900 },
  { entity: 'cart', part: 'base', goal: 1, durationMs: 4200 },
  { entity: 'belt', part: 'joint', goal: -1.5, durationMs: 4500 },
].map((motion) => ({ ...motion, part: motion.part as Expectation['part'], speedPerS: (1000 * Math.abs(motion.goal)) / motion.durationMs }));

const actionOf = ({ part, goal, durationMs }: Motion): ActionDraft =>
  part === 'base'
    ? { kind: 'follow', knots: [{ afterMs: durationMs, pose: planarPose(goal, 0, 0) }] }
    : { kind: 'glide', dof: 0, to: goal, durationMs, ramp: 0 };

class Reporter implements AsyncDisposable {
  readonly name: string;
  readonly #process: StartedProcess;

  constructor(url: string, name: string) {
    this.name = name;
    this.#process = StartedProcess.start(name, 'tests/scenarios/participants/arrival-reporter.ts', [url, name]);
  }

  #until<T>(what: string, find: (line: ReporterLine) => T | undefined): Promise<T> {
    return this.#process.until(what, ({ value }) => find(value as ReporterLine));
  }

  joined(): Promise<string> {
    return this.#until('it had joined', (line) => (line.event === 'joined' ? line.id : undefined));
  }

  async obey(order: ReporterOrder): Promise<void> {
    this.#process.write(JSON.stringify(order));
    const text = JSON.stringify(order);
    const outcome = await this.#until(`it obeyed ${text}`, (line) =>
      line.event === 'obeyed' && JSON.stringify(line.order) === text ? line.outcome : undefined,
    );
    if (outcome !== 'done') throw new Error(`${this.name} was told ${text}, but it was ${outcome}`);
  }

  arrival(entity: string, goal: number): Promise<Arrival> {
    return this.#until(`${entity} arrived`, (line) =>
      line.event === 'arrival' && line.entity === entity && line.goal === goal ? line : undefined,
    );
  }

  get clockErrorMs(): number {
    const clocks = this.#process.lines.map(({ value }) => value as ReporterLine).filter((line) => line.event === 'clock');
    return clocks.at(-1)?.errorMs ?? Number.NaN;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }
}

it('everybody sees a scheduled motion end within 50 ms, through 100 +- 50 ms and stalls', { timeout: 120_000 }, async () => {
  await using hub = await HubProcess.start();
  await using proxy = await DelayingProxy.open(hub.port, WEATHER);
  await using owner = new Reporter(proxy.url, 'owner');
  await using far = new Reporter(proxy.url, 'far');
  await using farther = new Reporter(proxy.url, 'farther');
  await using near = new Reporter(hub.url, 'near');
  const all = [owner, far, farther, near];
  await Promise.all(all.map((reporter) => reporter.joined()));
  await Promise.all(motions.map(({ entity }) => owner.obey({ kind: 'insert', entity })));
  await pause(SETTLE_MS);

  const apart: number[] = [];
  for (const direction of [1, 0]) {
    const legs = motions.map((motion) => ({ ...motion, goal: motion.goal * direction }));
    await Promise.all(all.flatMap((reporter) => legs.map(({ durationMs: _, ...leg }) => reporter.obey({ kind: 'expect', ...leg }))));
    await Promise.all(legs.map((leg) => owner.obey({ kind: 'command', entity: leg.entity, action: actionOf(leg) })));
    for (const { entity, goal } of legs) {
      const arrivals = await Promise.all(all.map((reporter) => reporter.arrival(entity, goal)));
      const spread = (of: (arrival: Arrival) => number) => Math.max(...arrivals.map(of)) - Math.min(...arrivals.map(of));
      apart.push(spread(({ endMs }) => endMs));
      const offsets = arrivals.map(({ endMs }) => (endMs - (arrivals.at(-1)?.endMs ?? 0)).toFixed(1));
      console.log(
        `${entity.padEnd(6)} ends within ${spread(({ endMs }) => endMs).toFixed(1)} ms (seen within ${spread(({ seenMs }) => seenMs).toFixed(1)} ms); ` +
          `later than at near: ${all.map(({ name }, i) => `${name} ${offsets[i]}`).join(', ')} ms`,
      );
    }
  }
  console.log(
    `ends apart by ${median(apart).toFixed(1)} ms in the median, ${percentile(apart, 1).toFixed(1)} ms at most; ${proxy.stalls} stalls; ` +
      `clocks within ${all.map(({ name, clockErrorMs }) => `${name} ${clockErrorMs.toFixed(0)}`).join(', ')} ms`,
  );
  expect(Math.max(...apart)).toBeLessThanOrEqual(MOST_APART_MS);
});
