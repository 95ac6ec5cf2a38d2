import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { applyEdits } from '../../src/core/base/diagnostics.ts';
import { pick, type Random, seededRandom } from '../../src/core/base/random.ts';
import { checkProgram, compileProgram, formatProgram, Machine, meaningOf, parse, tick } from '../../src/core/programs/programs.ts';
import { randomProgram } from '../../src/core/programs/random-program.contract.ts';
import { randomText } from '../../src/core/programs/random-text.contract.ts';
import { ScriptedCell } from '../../src/core/programs/scripted-cell.contract.ts';
import { mutated } from './file-mutations.ts';
import { type Answers, fuzzTexts, type TextFuzzOptions, type TextFuzzReport } from './texts.ts';

/** A hundred lines; what takes longer has more to say. */
const LONGEST_TEXT = 3000;
/** Of a second of the world: by then an honest program has ended, and one that is not was stopped. */
const TICKS = 12;
const STEPS_A_TICK = 2000;
const SAMPLES = 60;

/** What is shipped, and programs of all kinds. */
const samples = [
  Uint8Array.from(readFileSync('examples/first.prg')),
  ...Array.from({ length: SAMPLES }, (_, seed) => {
    const random = seededRandom(seed);
    return new TextEncoder().encode(randomText(random, randomProgram(random)).text);
  }),
];

/** Spoilt programs, so many; what compiles is run for a while. */
export const fuzzPrograms = (options: TextFuzzOptions): TextFuzzReport =>
  fuzzTexts({ spoilt, answersOf, check: (text) => void checkProgram(text) }, options);

const spoilt = (random: Random): string =>
  new TextDecoder().decode(mutated(random, pick(random, samples), pick(random, samples))).slice(0, LONGEST_TEXT);

function answersOf(text: string): Answers {
  const problems: string[] = [];
  const { program: tree, findings } = parse(text);
  if ((tree === undefined) !== findings.length > 0) problems.push('it has findings and a tree, or neither');
  const { program, diagnostics } = compileProgram(text);
  if ((program === undefined) !== diagnostics.some(({ severity }) => severity === 'error'))
    problems.push('it has errors and is compiled, or neither');
  const misplaced = diagnostics.find(
    ({ from, to, line, column }) => !(from >= 0 && to >= from && to <= text.length && line > 0 && column > 0),
  );
  if (misplaced) problems.push(`a finding is nowhere: ${JSON.stringify(misplaced)}`);
  if (program) {
    const machine = new Machine(program);
    const cell = new ScriptedCell();
    for (let ticks = 0; ticks < TICKS; ticks++, cell.nowMs += 50) tick(machine, cell, STEPS_A_TICK);
    if (JSON.stringify(Machine.resume(program, JSON.parse(JSON.stringify(machine.state))).state) !== JSON.stringify(machine.state))
      problems.push('its state is another when it is resumed');
  }
  const tidy = formatProgram(text).text;
  if (tidy !== undefined && tree) {
    const again = parse(tidy).program;
    if (!again || !isDeepStrictEqual(meaningOf(again), meaningOf(tree))) problems.push('formatting changed what it says');
    if (formatProgram(tidy).text !== tidy) problems.push('formatting it again changes it again');
  }
  for (const { fix } of diagnostics.slice(0, 3)) if (fix) checkProgram(applyEdits(text, fix.edits));
  return { isCompiled: program !== undefined, isFormatted: tidy !== undefined, problems };
}
