/** `manyhands task`: tasks, from the command line. */
import { chartOf, checkTask, orderTask, type TaskOrder, type TaskView } from '../../core/tasks/tasks.ts';
import { count, type MapOptions, plural, print, printJson, tellWrong } from '../edl/map-files.ts';
import { told } from '../edl/told.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Visitor } from '../join/come-in.ts';
import { demoNamed, modelNamed, readTaskFile, surroundingsOf } from './task-files.ts';
import { performTask, type TaskNews } from './task-performance.ts';
import { endLine, RowTeller, seconds } from './told-task.ts';

export async function checkTasks(
  files: readonly string[],
  options: MapOptions & { readonly world: string | undefined },
): Promise<ExitCode> {
  const demo = options.world === undefined ? undefined : demoNamed(options.world);
  let code: ExitCode = EXIT.ok;
  for (const each of files) {
    const file = await readTaskFile(each);
    const { rows, diagnostics } = checkTask(file.text, surroundingsOf(file, demo));
    const [errors, warnings] = [count(diagnostics, 'error'), count(diagnostics, 'warning')];
    if (errors > 0) code = EXIT.failure;
    if (options.format === 'json') printJson({ file: each, ok: errors === 0, rows: rows.length, errors, warnings, diagnostics });
    else {
      for (const diagnostic of diagnostics) print(told(each, file.text, diagnostic));
      print(
        `${each}: ${errors + warnings === 0 ? `${plural(rows.length, 'row')}, all is well` : `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`}`,
      );
    }
  }
  return code;
}

export async function runTask(
  name: string,
  { world, longestS, format }: MapOptions & { readonly world: string; readonly longestS: number },
): Promise<ExitCode> {
  const demo = demoNamed(world);
  const file = await readTaskFile(name);
  const { order, diagnostics } = orderTask({ id: 'task', name: file.title, text: file.text }, surroundingsOf(file, demo));
  if (!order) {
    tellWrong(file, diagnostics, format);
    return EXIT.failure;
  }
  if (format === 'human') for (const diagnostic of diagnostics) process.stderr.write(`${told(name, file.text, diagnostic)}\n`);
  const teller = format === 'json' ? tellJson : new Teller(order).tell;
  for await (const news of performTask(order, { entities: demo.entities, models: modelNamed, longestMs: longestS * 1000 })) {
    teller(news);
    if (news.kind === 'over') return news.view.phase === 'finished' ? EXIT.ok : EXIT.failure;
  }
  return EXIT.failure;
}

/** In a world of a hub. */
export async function runTaskIn(name: string, visitor: Visitor & MapOptions): Promise<ExitCode> {
  return (await import('./live-task.ts')).runTaskThere(name, visitor);
}

function tellJson(news: TaskNews): void {
  if (news.kind === 'view') printJson({ ...news, view: phasesOf(news.view) });
  else if (news.kind === 'effect') printJson({ kind: news.kind, atMs: news.atMs, row: news.row, ...news.effect });
  else printJson({ ...news, chart: chartOf(news.view, news.atMs) });
}

const phasesOf = ({ phase, message, rows }: TaskView) => ({
  ...{ phase, message },
  rows: rows.map(({ robot, program, phase: each }) => ({ robot, program, phase: each })),
});

/** What rows and programs tell; at the end how everything stands. */
class Teller {
  readonly #order: TaskOrder;
  readonly #rows = new RowTeller();

  constructor(order: TaskOrder) {
    this.#order = order;
  }

  readonly tell = (news: TaskNews): void => {
    if (news.kind === 'effect') {
      this.#effect(news);
      return;
    }
    this.#rows.tell(news.atMs, news.view);
    if (news.kind === 'over') endLine(news.view, news.atMs, `; state ${news.stateHash.toString(16).padStart(8, '0')}`);
  };

  #effect({ atMs, row, effect: { deed } }: Extract<TaskNews, { kind: 'effect' }>): void {
    const robot = this.#order.rows[row]?.robot ?? '';
    if (deed.kind === 'print') print(`${seconds(atMs)}  ${robot}: ${deed.text}`);
    if (deed.kind === 'flag') print(`${seconds(atMs)}  flag of ${robot} is ${deed.value}`);
    if (deed.kind === 'cell-flag') print(`${seconds(atMs)}  flag ${deed.flag} of the environment is ${deed.value}`);
  }
}
