/**
 * Participants come, insert robots, are killed and come again, at one real hub, for minutes. What the hub holds of them is measured all the while. Every 20 s one
 * process of two participants is killed; another one is suspended at the instant at which it inserts something, longer than an insertion may take.
 */
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pick, seededRandom } from '../../src/core/base/random.ts';
import { HubProcess } from '../processes/hub-process.ts';
import { Inspector } from '../processes/inspector.ts';
import { JoinProcess } from '../processes/join-process.ts';
import { type Line, monotonicMs, StartedProcess } from '../processes/started-process.ts';
import { countsOf } from '../processes/statistics.ts';
import type { ChurnerLine } from './participants/churner.ts';

export const PARTICIPANTS = 30;
/** On two cores thirty processes would measure how long Node takes to start. */
export const PER_PROCESS = 2;
const KILL_EVERY_MS = 20_000;
const SAMPLE_EVERY_MS = 10_000;
/** An insertion may wait 5 s for its entity to be owned. */
const SUSPENDED_MS = 7000;
const STARTED_AT_ONCE = 3;
/** A machine that others use, too, may take long over what takes a second. */
const PATIENCE_MS = 600_000;
/** Whose process ended is taken for gone, and what was taken back is removed, by then. */
const SETTLE_MS = 10_000;

/** What the hub had at one instant. */
export interface ChurnSample {
  /** Since everybody had joined for the first time. */
  readonly atMs: number;
  readonly sockets: number;
  readonly timers: number;
  /** After its garbage was collected. */
  readonly heapBytes: number;
  readonly participants: number;
  readonly entities: number;
}

export interface ChurnReport {
  readonly durationMs: number;
  /** The hub's before anybody came. */
  readonly socketsBefore: number;
  readonly samples: readonly ChurnSample[];
  readonly joins: number;
  readonly kills: number;
  readonly suspensions: number;
  readonly loads: number;
  readonly loadTimeouts: number;
  /** Loads of models in flight at once in a process of `PER_PROCESS` participants. */
  readonly mostLoadsInFlight: number;
  readonly inserted: number;
  /** Insertions that were told to have failed, by what was said to remain. */
  readonly failed: Readonly<Record<string, number>>;
  /** Entities at the end that nobody inserted successfully, or that somebody removed. */
  readonly leftover: readonly string[];
  /** What a participant reported of itself, other than what is counted above. */
  readonly troubles: readonly string[];
}

/** Of one process that may have been killed and started again several times. */
class Churner {
  readonly name: string;
  readonly #url: string;
  #process: StartedProcess;
  /** Those of former lives. */
  readonly #former: ChurnerLine[] = [];

  constructor(url: string, name: string) {
    this.#url = url;
    this.name = name;
    this.#process = this.#start([]);
  }

  get process(): StartedProcess {
    return this.#process;
  }

  get #present(): ChurnerLine[] {
    return this.#process.lines.map(({ value }) => value as ChurnerLine);
  }

  get lines(): readonly ChurnerLine[] {
    return [...this.#former, ...this.#present];
  }

  /** Resolves when all its participants have said so. */
  async all(event: 'joined' | 'resting'): Promise<void> {
    const names = new Set<string>();
    await this.#process.until(
      `all of ${this.name} were ${event}`,
      ({ value }: Line) => {
        const line = value as ChurnerLine;
        if (line.event === event) names.add(line.name);
        return names.size === PER_PROCESS ? true : undefined;
      },
      { withinMs: PATIENCE_MS },
    );
  }

  /** It comes again, and removes what it had. */
  async killAndRestart(): Promise<void> {
    await this.#process.kill();
    const lines = this.#present;
    this.#former.push(...lines);
    this.#process = this.#start([...outcomesOf(lines)].filter(([, outcome]) => mayBeThere(outcome)).map(([entity]) => entity));
    await this.all('joined');
  }

  /** At the next insertion. */
  async suspendWhileInserting(): Promise<void> {
    const { process } = this;
    const isInserting = ({ value }: Line) => ((value as ChurnerLine).event === 'inserting' ? true : undefined);
    await process.until('it inserted something', isInserting, { from: process.lines.length, withinMs: PATIENCE_MS });
    process.suspend();
    await pause(SUSPENDED_MS);
    process.resume();
  }

  #start(left: readonly string[]): StartedProcess {
    return StartedProcess.start(this.name, 'tests/scenarios/participants/churner.ts', [this.#url, this.name, String(PER_PROCESS), ...left]);
  }
}

/** What was last said of each entity. */
function outcomesOf(lines: readonly ChurnerLine[]): Map<string, ChurnerLine & { readonly entity: string }> {
  const outcomes = new Map<string, ChurnerLine & { readonly entity: string }>();
  for (const line of lines) if ('entity' in line) outcomes.set(line.entity, line);
  return outcomes;
}

/** It was inserted and not removed, or it is not known; what failed leaves nothing unless its inserter was told otherwise. */
const mayBeThere = (line: ChurnerLine): boolean =>
  line.event === 'inserted' ||
  line.event === 'inserting' ||
  line.event === 'removing' ||
  (line.event === 'not inserted' && (line.remains === 'unknown' || line.remains === 'an entity of somebody else'));

export async function churn(durationMs: number, say: (line: string) => void): Promise<ChurnReport> {
  await using open = new AsyncDisposableStack();
  const hub = open.use(await HubProcess.startInspected());
  const inspector = open.use(await Inspector.open(hub.inspectorUrl));
  const socketsBefore = socketsOf(hub.pid);
  const churners: Churner[] = [];
  open.defer(async () => void (await Promise.all(churners.map(({ process }) => process[Symbol.asyncDispose]()))));
  while (churners.length < PARTICIPANTS / PER_PROCESS) {
    const started = Array.from({ length: STARTED_AT_ONCE }, (_, i) => new Churner(hub.url, `churner-${churners.length + i}`));
    churners.push(...started);
    await Promise.all(started.map((churner) => churner.all('joined')));
  }
  say(`${PARTICIPANTS} participants have joined`);
  const trouble = new Trouble(churners, say);
  const samples = await measure(durationMs, { hub, inspector, trouble, say });
  await trouble.ended;
  const leftover = await restAndCompare(hub, churners);
  const lines = churners.flatMap((churner) => churner.lines);
  const count = (event: ChurnerLine['event']) => lines.filter((line) => line.event === event).length;
  return {
    ...{ durationMs, socketsBefore, samples, leftover },
    ...{ kills: trouble.kills, suspensions: trouble.suspensions, joins: count('joined'), inserted: count('inserted') },
    ...{ loads: count('load'), loadTimeouts: count('load timed out') },
    mostLoadsInFlight: Math.max(0, ...lines.map((line) => (line.event === 'load' ? line.inFlight : 0))),
    failed: Object.fromEntries(countsOf(failuresIn(lines))),
    troubles: lines.flatMap((line) => (line.event === 'trouble' ? [line.what] : [])),
  };
}

const failuresIn = (lines: readonly ChurnerLine[]): string[] =>
  // An old library does not say what remains.
  lines.flatMap((line) => (line.event === 'not inserted' ? [line.remains ?? 'not said'] : []));

/** Kills one process and suspends another, again and again: which ones, follows from a seed. */
class Trouble {
  readonly #churners: readonly Churner[];
  readonly #say: (line: string) => void;
  readonly #random = seededRandom(1);
  readonly #underWay = new Set<Promise<void>>();
  readonly #busy = new Set<Churner>();
  #failure: unknown;
  kills = 0;
  suspensions = 0;

  constructor(churners: readonly Churner[], say: (line: string) => void) {
    this.#churners = churners;
    this.#say = say;
  }

  strike(): void {
    if (this.#busy.size > this.#churners.length / 2) {
      this.#say('the machine is too slow: those who were killed have not come again yet');
      return;
    }
    const victim = this.#choose();
    const sleeper = this.#choose();
    this.#say(`${victim.name} is killed, ${sleeper.name} is suspended`);
    this.#begin(victim, async () => {
      await victim.killAndRestart();
      this.kills += PER_PROCESS;
    });
    this.#begin(sleeper, async () => {
      await sleeper.suspendWhileInserting();
      this.suspensions++;
    });
  }

  /** Rejects with what went wrong in any of it. */
  get ended(): Promise<void> {
    return Promise.all(this.#underWay).then(() => {
      if (this.#failure !== undefined) throw this.#failure;
    });
  }

  #choose(): Churner {
    const chosen = pick(
      this.#random,
      this.#churners.filter((churner) => !this.#busy.has(churner)),
    );
    this.#busy.add(chosen);
    return chosen;
  }

  #begin(churner: Churner, act: () => Promise<void>): void {
    const acting = act()
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#busy.delete(churner);
        this.#underWay.delete(acting);
      });
    this.#underWay.add(acting);
  }
}

interface Measured {
  readonly hub: HubProcess;
  readonly inspector: Inspector;
  readonly trouble: Trouble;
  readonly say: (line: string) => void;
}

async function measure(durationMs: number, { hub, inspector, trouble, say }: Measured): Promise<ChurnSample[]> {
  const samples: ChurnSample[] = [];
  const startMs = monotonicMs();
  let struckMs = startMs;
  for (let dueMs = startMs; monotonicMs() - startMs < durationMs; dueMs += SAMPLE_EVERY_MS) {
    await pause(Math.max(0, dueMs - monotonicMs()));
    const { heapBytes, timers } = await inspector.vitals();
    const { participants, entities } = await hub.metrics();
    const sample = { atMs: monotonicMs() - startMs, sockets: socketsOf(hub.pid), timers, heapBytes, participants, entities };
    samples.push(sample);
    say(toldOf(sample));
    if (monotonicMs() - struckMs < KILL_EVERY_MS) continue;
    struckMs += KILL_EVERY_MS;
    trouble.strike();
  }
  return samples;
}

const toldOf = ({ atMs, sockets, timers, heapBytes, participants, entities }: ChurnSample): string =>
  `${(atMs / 1000).toFixed(0).padStart(4)} s  ${sockets} sockets  ${timers} timers  ${(heapBytes / 1e6).toFixed(2)} MB  ${participants} participants  ${entities} entities`;

/** Everybody ends what it is about; then what is there is compared with what should be. */
async function restAndCompare(hub: HubProcess, churners: readonly Churner[]): Promise<string[]> {
  for (const { process } of churners) process.write('rest');
  await Promise.all(churners.map((churner) => churner.all('resting')));
  await pause(SETTLE_MS);
  await using observer = await JoinProcess.join(hub.url, 'observer');
  const outcomes = outcomesOf(churners.flatMap(({ lines }) => lines));
  const known = (entity: string) => outcomes.get(entity) ?? { event: 'trouble', what: 'nobody spoke of it' };
  return (await observer.list())
    .filter(({ id }) => !mayBeThere(known(id) as ChurnerLine))
    .map(({ id }) => `${id}: ${JSON.stringify(known(id))}`);
}

/** All that the process has open: to participants, to whoever asks over HTTP, and where it listens. */
function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((file) => linkAt(`${folder}/${file}`).startsWith('socket:')).length;
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    // It was closed since the folder was read.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
