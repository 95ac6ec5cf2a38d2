/** From what a program says to what the machine runs: within milliseconds, each time a program is started. */
import { type Diagnostic, diagnosticsOf, type Finding, lineStarts } from '../../base/diagnostics.ts';
import { hashText } from '../../base/hash.ts';
import { findingsIn } from '../checks/check.ts';
import { MOST_INSTRUCTIONS, MOST_MEMORY } from '../limits.ts';
import type { Surroundings } from '../surroundings.ts';
import { parse } from '../syntax/parse.ts';
import type { FunctionDefinition, Program } from '../syntax/syntax.ts';
import type { CompiledFunction, CompiledProgram } from './code.ts';
import { Emitter } from './emitter.ts';
import { StatementCompiler, type Unit } from './statements.ts';

export interface Compilation {
  /** Undefined when there are errors. */
  readonly program: CompiledProgram | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function compileProgram(text: string, surroundings: Surroundings = {}): Compilation {
  const parsing = parse(text);
  const findings = [...parsing.findings, ...(parsing.program ? findingsIn(parsing.program, surroundings) : [])];
  const isWrong = findings.some(({ severity }) => severity === 'error');
  const made = parsing.program && !isWrong ? codeOf(text, parsing.program) : undefined;
  if (made && 'excess' in made) return { program: undefined, diagnostics: diagnosticsOf(text, [...findings, made.excess]) };
  return { program: made, diagnostics: diagnosticsOf(text, findings) };
}

function codeOf(text: string, { body }: Program): CompiledProgram | { readonly excess: Finding } {
  const definitions = body.statements.filter((statement): statement is FunctionDefinition => statement.kind === 'function');
  const outer = body.statements.flatMap((statement) => (statement.kind === 'declaration' ? [statement.name.text] : []));
  const unit: Unit = {
    functions: new Map(definitions.map(({ name }, index) => [name.text, index + 1])),
    globals: new Map(outer.map((name, index) => [name, index])),
  };
  const emitter = new Emitter(lineStarts(text));
  const functions: CompiledFunction[] = [{ name: '', entry: 0, parameters: 0, size: StatementCompiler.program(emitter, unit, body) }];
  for (const [index, definition] of definitions.entries()) {
    const entry = emitter.next;
    const size = StatementCompiler.function(emitter, unit, definition, index + 1);
    functions.push({ name: definition.name.text, entry, parameters: definition.parameters.length, size });
  }
  const excess = excessOf(emitter, functions);
  if (excess) return { excess };
  const { reads, deeds, variables } = emitter;
  return { hash: hashText(text), ...emitter.finish(), reads, deeds, functions, variables };
}

function excessOf(emitter: Emitter, functions: readonly CompiledFunction[]): Finding | undefined {
  const told = (code: string, message: string): Finding => ({
    ...{ severity: 'error', code, from: 0, to: 0, message },
    remedy: 'make several programs of it',
  });
  if (emitter.isTooLong) return told('too-large', `it needs more than ${MOST_INSTRUCTIONS} steps of code`);
  const largest = Math.max(...functions.map(({ size }) => size));
  return largest > MOST_MEMORY
    ? told('too-large', `its variables need ${largest} places of memory; ${MOST_MEMORY} are the most`)
    : undefined;
}
