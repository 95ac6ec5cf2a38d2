import { describe, expect, it } from 'vitest';
import { hashText } from '../../base/hash.ts';
import { seededRandom } from '../../base/random.ts';
import { compileProgram, formatProgram, Machine, meaningOf, type Program, parse, tick } from '../programs.ts';
import { type RandomProgram, randomProgram } from '../random-program.contract.ts';
import { randomText } from '../random-text.contract.ts';
import { Reference, TooMuchError } from '../reference.contract.ts';
import { ScriptedCell } from '../scripted-cell.contract.ts';

const PROGRAMS = 10_000;
const BATCH = 1000;
const STEPS = 40;
const WAIT_MS = 50;

/** A world that answers by the seed, and in which time goes on with all that is done: nothing is too much for one second. */
class Changing extends ScriptedCell {
  constructor(seed: number) {
    super();
    this.takesMs = 70;
    const chosen = (what: string) => hashText(`${what} ${this.nowMs} ${this.effects.length}`, seed);
    this.readings = (what) => (chosen(what) % 40 === 0 ? { reason: `${what} is not here` } : (chosen(what) % 2000) / 10 - 50);
    this.refusal = (effect) => (hashText(`${effect.number}`, seed) % 15 === 0 ? `${effect.number} is in its way` : undefined);
  }

  override issue(...[effect, state]: Parameters<ScriptedCell['issue']>): void {
    super.issue(effect, state);
    this.nowMs += 20;
  }
}

function runMachine(machine: Machine, cell: ScriptedCell, steps = STEPS): void {
  while (!machine.isOver) if (tick(machine, cell, steps) === 'waiting') cell.nowMs += WAIT_MS;
}

interface Case {
  readonly seed: number;
  readonly random: RandomProgram;
  readonly text: string;
  readonly comments: readonly string[];
}

function caseOf(seed: number): Case {
  const source = seededRandom(seed);
  const random = randomProgram(source);
  return { seed, random, ...randomText(source, random) };
}

/** What the reference does; undefined for a program with more work than is worth it. */
function expected({ seed, random }: Case): ScriptedCell | undefined {
  const cell = new Changing(seed);
  try {
    new Reference(random, cell).run();
    return cell;
  } catch (error) {
    if (error instanceof TooMuchError) return undefined;
    throw error;
  }
}

function compiled({ seed, text }: Case) {
  const { program, diagnostics } = compileProgram(text);
  if (!program) throw new Error(`seed ${seed}: ${JSON.stringify(diagnostics.find(({ severity }) => severity === 'error'))}\n${text}`);
  return program;
}

const batches = Array.from({ length: PROGRAMS / BATCH }, (_, batch) => batch);
/** Where the whole course is compared once more, cut at every effect. */
const CUT_PROGRAMS = 250;
const FORMATTED_PROGRAMS = 1000;

describe('the machine and a reference that walks the tree', { timeout: 120_000 }, () => {
  it.each(batches)('[RL3] [RL11] [RL12] [RL13] [RL16] agree on random programs, 1,000 of batch %d', (batch) => {
    let [compared, failed, effects] = [0, 0, 0];
    for (let seed = batch * BATCH; seed < (batch + 1) * BATCH; seed++) {
      const each = caseOf(seed);
      const program = compiled(each);
      const wanted = expected(each);
      if (!wanted) continue;
      const cell = new Changing(seed);
      runMachine(new Machine(program), cell);
      expect(cell.deeds, `seed ${seed}\n${each.text}`).toEqual(wanted.deeds);
      compared++;
      effects += cell.deeds.length;
      if (cell.end?.outcome === 'failed') failed++;
    }
    // Most are worth comparing, some fail and most do something: or else this would compare nothing.
    expect(compared).toBeGreaterThan(0.97 * BATCH);
    expect(failed).toBeGreaterThan(0.1 * BATCH);
    expect(failed).toBeLessThan(0.8 * BATCH);
    expect(effects).toBeGreaterThan(3 * BATCH);
  });

  it('[RL17] do the same however their steps are cut into ticks', () => {
    for (let seed = 0; seed < CUT_PROGRAMS; seed++) {
      const program = compiled(caseOf(seed));
      const runs = [1, 7, 100_000].map((steps) => {
        const cell = new Changing(seed);
        runMachine(new Machine(program), cell, steps);
        return { effects: cell.effects, states: cell.states };
      });
      expect(runs[1], `seed ${seed}`).toEqual(runs[0]);
      expect(runs[2], `seed ${seed}`).toEqual(runs[0]);
    }
  });

  it('[RL19] [RL20] [RL21] cut at any effect and resumed from its JSON, give the same effects, each once', () => {
    let cuts = 0;
    for (let seed = 0; seed < CUT_PROGRAMS; seed++) {
      const program = compiled(caseOf(seed));
      const whole = new Changing(seed);
      runMachine(new Machine(program), whole);
      expect(whole.effects.map(({ number }) => number)).toEqual(whole.effects.map((_, index) => index + 1));
      for (let cut = 1; cut <= Math.min(whole.effects.length, 12); cut++) {
        const cell = new Changing(seed);
        runTo(cut, new Machine(program), cell);
        const taker = Machine.resume(program, JSON.parse(cell.states.at(-1) as string));
        cell.issue(taker.last as NonNullable<typeof taker.last>, taker.state);
        // What came again took no time, in the world of this test too.
        cell.nowMs -= 20;
        expect(cell.repeated).toBe(1);
        runMachine(taker, cell);
        expect(cell.effects, `seed ${seed} cut at ${cut}`).toEqual(whole.effects);
        expect(cell.states, `seed ${seed} cut at ${cut}`).toEqual(whole.states);
        cuts++;
      }
    }
    expect(cuts).toBeGreaterThan(CUT_PROGRAMS);
  });

  it('[RL10] keep no empty line before the comment of a body that is empty', () => {
    const text = 'if (a)\n\n;\n// nothing\nelse b = 1;';
    const tidy = 'if (a) {\n  // nothing\n} else {\n  b = 1;\n}\n';
    expect([formatProgram(text).text, formatProgram(tidy).text]).toEqual([tidy, tidy]);
  });

  it('[RL9] [RL10] are formatted the same way twice, with the same meaning and all comments in their order', () => {
    let comments = 0;
    for (let seed = 0; seed < FORMATTED_PROGRAMS; seed++) {
      const each = caseOf(seed);
      const { text = '' } = formatProgram(each.text);
      const context = `seed ${seed}\n${each.text}\n-----\n${text}`;
      expect(meaningOf(parse(text).program as Program), context).toEqual(meaningOf(parse(each.text).program as Program));
      expect(formatProgram(text).text, context).toBe(text);
      expect(text.match(/\/\/ note \d+|\/\* note \d+(\n {3}and on)? \*\//g) ?? [], context).toEqual(each.comments);
      comments += each.comments.length;
    }
    expect(comments).toBeGreaterThan(FORMATTED_PROGRAMS);
  });
});

/** Runs until so many effects were issued: whatever was done since is lost. */
function runTo(effects: number, machine: Machine, cell: ScriptedCell): void {
  while (cell.effects.length < effects) {
    const standing = machine.advance(cell, 1);
    if (standing.kind === 'effect') cell.issue(standing.effect, machine.state);
    else if (standing.kind === 'waiting') cell.nowMs += WAIT_MS;
  }
}
