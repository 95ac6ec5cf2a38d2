/** What it costs to own 200 robots and 500 parts: while they drive, push, swing and are carried, and while all is at rest. */
import { type Bench, cpuPerS } from '../harness/bench.ts';
import { startRole } from '../harness/conductor.ts';
import type { PhysicsOwner } from '../ours/physics-owner.ts';

const SCENE = '200 robots and 500 parts of one owner';
const TICK_MS = 50;
/** Of a tick's period, in ms: what an owner may take for it, so that a slow machine still keeps up. */
const BUDGET_MS = TICK_MS / 3;
/** Two percent of a core. */
const REST_MS_PER_S = 20;
/** Robots push for ten seconds and drive back for ten: all of it is looked at, and 400 ticks have a p99 that is not the worst of all. */
const WORK_WINDOWS = 4;
/** Rest costs little: it is looked at for longer. */
const REST_WINDOWS = 2;

export const physics: Bench = async ({ runs, timing, say }) => {
  const ticks: number[] = [];
  const rests: number[] = [];
  const messages: number[] = [];
  const beats: number[] = [];
  for (let run = 1; run <= runs; run++) {
    await using owner = startRole<PhysicsOwner>('ours/physics-owner.ts');
    await owner.ask('open');
    const working = await owner.ask('work', { ...timing, windowMs: WORK_WINDOWS * timing.windowMs });
    const restTiming = { ...timing, windowMs: REST_WINDOWS * timing.windowMs };
    const resting = await owner.ask('rest', restTiming);
    ticks.push(working.p99Ms);
    rests.push(cpuPerS(resting.cpuMs, restTiming));
    messages.push((resting.messages * 1000) / restTiming.windowMs);
    beats.push((resting.beats * 1000) / restTiming.windowMs);
    say(
      `run ${run}: a tick takes ${working.p50Ms.toFixed(1)} ms (median) and ${working.p99Ms.toFixed(1)} ms (p99), of the processor ${working.processorP50Ms.toFixed(1)} and ${working.processorP99Ms.toFixed(1)} ms, ${working.statesPerS.toFixed(0)} states/s; ` +
        `at rest ${rests.at(-1)?.toFixed(1)} ms of a processor and ${messages.at(-1)?.toFixed(1)} messages a second`,
    );
  }
  const budget = (value: number): number[] => ticks.map(() => value);
  return [
    {
      bench: 'physics',
      metric: `owner's tick, ${SCENE}, p99, ms`,
      ours: ticks,
      peer: budget(BUDGET_MS),
      peerName: 'a third of its period',
      gate: 1,
    },
    {
      bench: 'physics',
      metric: `${SCENE} at rest, ms of processor/s`,
      ours: rests,
      peer: budget(REST_MS_PER_S),
      peerName: 'two percent of a core',
      gate: 1,
    },
    { bench: 'physics', metric: `${SCENE} at rest, messages/s`, ours: messages, peer: beats, peerName: 'its heartbeats', gate: 1 },
  ];
};
