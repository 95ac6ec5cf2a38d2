/** `js-interpreter`, an interpreter of JavaScript in JavaScript, with the loop that programs are measured by; and the engine itself, without any. */
import { createRequire } from 'node:module';
import { plainLoop, SCRIPT } from '../harness/program-loop.ts';
import { repeated } from '../harness/repeated.ts';
import { serveRole } from '../harness/role.ts';

/** As far as it is used here: it comes without types. */
interface Interpreter {
  readonly value: unknown;
  run(): boolean;
  createNativeFunction(body: (argument: unknown) => unknown): unknown;
  setProperty(object: unknown, name: string, value: unknown): void;
}
type InterpreterClass = new (code: string, initialise: (interpreter: Interpreter, globals: unknown) => void) => Interpreter;

const ScriptRunner = createRequire(import.meta.url)('js-interpreter') as InterpreterClass;

type Timing = { readonly warmUpMs: number; readonly windowMs: number };

const handlers = { script, plain };
export type ScriptInterpreter = typeof handlers;
serveRole(handlers);

function script(timing: Timing) {
  return repeated(timing, () => {
    const interpreter = new ScriptRunner(SCRIPT, (made, globals) =>
      made.setProperty(
        globals,
        'cellflag',
        made.createNativeFunction(() => 0),
      ),
    );
    if (interpreter.run()) throw new Error('it waits for something');
    return Number(interpreter.value);
  });
}

function plain(timing: Timing) {
  return repeated(timing, () => plainLoop(() => 0));
}
