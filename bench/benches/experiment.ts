/**
 * The experiment of paper 2, section V: what its server took for three robot clients, and how long the answers to five took. A hub and robot clients that each own a robot, move it,
 * ask for what is on their floor and command the robots of others.
 */
import type { Bench } from '../harness/bench.ts';
import { startRole } from '../harness/conductor.ts';
import { monotonicMs, pause } from '../harness/role.ts';
import type { Timing } from '../harness/scenario.ts';
import { largest, median, quantile } from '../harness/statistics.ts';
import type { HubServer } from '../ours/hub-server.ts';
import type { ResponseTimes, RobotClients } from '../ours/robot-clients.ts';
import type { ExperimentFigure } from '../pictures/experiment-picture.ts';

const SIZES = [3, 5, 10, 20, 50] as const;
/** So many processes for the clients at most: the machine has not a computer for each. */
const MOST_PROCESSES = 10;
/** The paper's: "the maximum of instantaneous response time is less than 100ms", with five clients, over 20 s. */
const PAPER_MOST_MS = 100;
const PAPER_WINDOW_S = 20;
const SAMPLE_MS = 1000;
const JUDGED = [5, 50] as const;

export const experiment: Bench = async ({ runs, timing, rigour, say, show }) => {
  const found = new Map<number, ExperimentFigure[]>(SIZES.map((size) => [size, []]));
  const windowMs = rigour === 'quick' ? timing.windowMs : PAPER_WINDOW_S * 1000;
  for (let run = 1; run <= runs; run++) {
    for (const clients of SIZES) {
      const figure = await measure(clients, { ...timing, windowMs });
      found.get(clients)?.push(figure);
      say(
        `run ${run}, ${clients} clients: ${figure.cpuPercent.toFixed(1)} % of a core (most ${figure.cpuMostPercent.toFixed(1)} %), ${figure.memoryMb.toFixed(0)} MB; ` +
          `commands ${figure.commandP50Ms.toFixed(1)} ms, p99 ${figure.commandP99Ms.toFixed(1)} ms, most ${figure.commandMostMs.toFixed(1)} ms; ` +
          `the floor p99 ${figure.floorP99Ms.toFixed(1)} ms, most ${figure.floorMostMs.toFixed(1)} ms; ${figure.lost} commands lost`,
      );
    }
  }
  for (const figures of found.values()) show({ ...middleOf(figures) });
  return JUDGED.map((clients) => {
    const mostMs = (found.get(clients) ?? []).map(({ commandMostMs, floorMostMs }) => Math.max(commandMostMs, floorMostMs));
    return {
      bench: 'experiment',
      metric: `response time, ${clients} clients, most of 20 s, ms`,
      ours: mostMs,
      peer: mostMs.map(() => PAPER_MOST_MS),
      peerName: 'paper 2, its bound with 5',
      gate: 1,
    };
  });
};

async function measure(clients: number, { warmUpMs, windowMs }: Timing): Promise<ExperimentFigure> {
  await using opened = new AsyncDisposableStack();
  const hub = opened.use(startRole<HubServer>('ours/hub-server.ts'));
  const { url } = await hub.ask('listen');
  const processes = Math.min(clients, MOST_PROCESSES);
  const roles = Array.from({ length: processes }, () => opened.use(startRole<RobotClients>('ours/robot-clients.ts')));
  for (const [i, role] of roles.entries()) {
    const [from, to] = [Math.floor((i * clients) / processes), Math.floor(((i + 1) * clients) / processes)];
    await role.ask('join', { url, from, to });
  }
  await Promise.all(roles.map((role) => role.ask('work', { all: clients, forMs: 2 * warmUpMs })));
  const sampling = sampleCpu(hub, windowMs);
  const times = await Promise.all(roles.map((role) => role.ask('work', { all: clients, forMs: windowMs })));
  const percents = await sampling;
  const { residentBytes } = await hub.ask('memory');
  const all = (of: (found: ResponseTimes) => Float64Array) => times.flatMap((each) => [...of(each)]);
  const [commandMs, floorMs] = [all((each) => each.commandMs), all((each) => each.floorMs)];
  return {
    clients,
    cpuPercent: percents.reduce((sum, percent) => sum + percent, 0) / percents.length,
    cpuMostPercent: largest(percents),
    memoryMb: residentBytes / 1e6,
    commandP50Ms: quantile(commandMs, 0.5),
    commandP99Ms: quantile(commandMs, 0.99),
    commandMostMs: largest(commandMs),
    floorP50Ms: quantile(floorMs, 0.5),
    floorP99Ms: quantile(floorMs, 0.99),
    floorMostMs: largest(floorMs),
    lost: times.reduce((sum, each) => sum + each.lost, 0),
  };
}

/** Percent of one core that the hub took, second by second. */
async function sampleCpu(hub: { ask(method: 'meter'): Promise<{ cpuMs: number }> }, forMs: number): Promise<number[]> {
  const percents: number[] = [];
  let before = { ...(await hub.ask('meter')), atMs: monotonicMs() };
  for (const untilMs = monotonicMs() + forMs; monotonicMs() < untilMs; ) {
    await pause(SAMPLE_MS);
    const now = { ...(await hub.ask('meter')), atMs: monotonicMs() };
    percents.push((100 * (now.cpuMs - before.cpuMs)) / (now.atMs - before.atMs));
    before = now;
  }
  return percents;
}

/** The median of each figure over the runs. */
const middleOf = (figures: readonly ExperimentFigure[]): ExperimentFigure =>
  Object.fromEntries(
    Object.keys(figures[0] ?? {}).map((key) => [key, round(median(figures.map((figure) => figure[key as keyof ExperimentFigure])))]),
  ) as unknown as ExperimentFigure;

const round = (value: number): number => Number(value.toPrecision(4));
