/** Whether programs of robots run fast enough to be used for more than moving: against an interpreter of the same kind, and against the engine itself. */
import type { Bench } from '../harness/bench.ts';
import { startRole } from '../harness/conductor.ts';
import type { ProgramMachine } from '../ours/program-machine.ts';
import type { ProgramOwner } from '../ours/program-owner.ts';
import type { ScriptInterpreter } from '../peers/script-interpreter.ts';

/** At least fifty times as fast. */
const INTERPRETER_GATE = 1 / 50;
const ENGINE_GATE = 20;
const TICK_MS = 50;
/** Of a tick's period, in ms: what an owner may take for it, so that a slow machine still keeps up. */
const BUDGET_MS = TICK_MS / 3;
/** 400 ticks have a p99 that is not the worst of all. */
const TICK_WINDOWS = 4;

export const programs: Bench = async ({ runs, timing, say }) => {
  const took = { ours: [] as number[], script: [] as number[], plain: [] as number[], tick: [] as number[] };
  for (let run = 1; run <= runs; run++) {
    await using machine = startRole<ProgramMachine>('ours/program-machine.ts');
    const ours = await machine.ask('loop', timing);
    await using interpreter = startRole<ScriptInterpreter>('peers/script-interpreter.ts');
    const script = await interpreter.ask('script', timing);
    await using engine = startRole<ScriptInterpreter>('peers/script-interpreter.ts');
    const plain = await engine.ask('plain', timing);
    // Whoever comes to something else has run another program.
    if (script.result !== ours.result || plain.result !== ours.result)
      throw new Error(`they came to ${ours.result}, ${script.result} and ${plain.result}`);
    took.ours.push(ours.processorMs);
    took.script.push(script.processorMs);
    took.plain.push(plain.processorMs);
    say(
      `run ${run}: the machine takes ${ours.processorMs.toFixed(2)} ms for ${ours.steps} steps (${(ours.steps / ours.processorMs / 1000).toFixed(0)} million a second), ` +
        `js-interpreter ${script.processorMs.toFixed(0)} ms, the engine itself ${plain.processorMs.toFixed(3)} ms`,
    );
    await using owner = startRole<ProgramOwner>('ours/program-owner.ts');
    const ticks = await owner.ask('run', { ...timing, windowMs: TICK_WINDOWS * timing.windowMs });
    took.tick.push(ticks.p99Ms);
    say(
      `run ${run}: 200 robots with programs: a tick takes ${ticks.p50Ms.toFixed(1)} ms (median) and ${ticks.p99Ms.toFixed(1)} ms (p99), of the processor ${ticks.processorP50Ms.toFixed(1)} and ` +
        `${ticks.processorP99Ms.toFixed(1)} ms; ${ticks.effectsPerS.toFixed(0)} effects and ${ticks.statesPerS.toFixed(0)} states a second`,
    );
  }
  const common = { bench: 'programs', metric: 'a loop of primes and common divisors, ms of processor', ours: took.ours };
  return [
    { ...common, peer: took.script, peerName: 'js-interpreter', gate: INTERPRETER_GATE },
    { ...common, peer: took.plain, peerName: 'plain JavaScript', gate: ENGINE_GATE },
    {
      bench: 'programs',
      metric: "owner's tick, 200 robots running programs, p99, ms",
      ours: took.tick,
      peer: took.tick.map(() => BUDGET_MS),
      peerName: 'a third of its period',
      gate: 1,
    },
  ];
};
