/** A task in a world of a hub: started from the command line, and watched. */
import { setTimeout as pause } from 'node:timers/promises';
import { isOver, readTask, type TaskView } from '../../core/tasks/tasks.ts';
import { DocumentError, explain, type Model, orderTask, RefusedError, type World } from '../../library/manyhands.ts';
import { type MapOptions, printJson, tellWrong } from '../edl/map-files.ts';
import { told } from '../edl/told.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { comeIn, type Visitor } from '../join/come-in.ts';
import { readTaskFile, surroundingsOf, type TaskFile } from './task-files.ts';
import { endLine, RowTeller } from './told-task.ts';

const TOLD_WITHIN_MS = 3000;
const LOOK_EVERY_MS = 20;

const complain = (text: string): void => void process.stderr.write(`manyhands: ${text}\n`);

/** It goes on there when this process ends. */
export async function runTaskThere(name: string, { format, ...visitor }: Visitor & MapOptions): Promise<ExitCode> {
  const world = await comeIn(visitor, (text) => void process.stderr.write(`${text}\n`));
  if (!world) return EXIT.notJoined;
  try {
    const file = (await savedTask(world, name)) ?? (await readTaskFile(name));
    const robots = await robotsIn(world, file.text);
    const { order, diagnostics } = orderTask(
      { id: 'task', name: file.title, text: file.text },
      { ...surroundingsOf(file, undefined), robots },
    );
    if (!order) {
      tellWrong(file, diagnostics, format);
      return EXIT.failure;
    }
    if (format === 'human') for (const diagnostic of diagnostics) process.stderr.write(`${told(file.name, file.text, diagnostic)}\n`);
    const outcome = await world.tasks.start(order);
    if (outcome.kind !== 'done') {
      complain(`${file.title} was not started: ${outcome.reason}`);
      return EXIT.failure;
    }
    return await watched(world, format);
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof DocumentError)) throw error;
    complain(explain(error));
    return EXIT.failure;
  } finally {
    if (world.status.kind !== 'closed') await world.leave();
  }
}

/** One that somebody has saved in the world, with the programs and positions that it names there. */
async function savedTask({ texts }: World, name: string): Promise<TaskFile | undefined> {
  const text = await texts.read('task', name);
  if (text === undefined) return undefined;
  const { rows } = readTask(text);
  const programs = await texts.readEach(
    'program',
    rows.map((row) => row.program),
  );
  const lists = await texts.readEach(
    'positions',
    rows.flatMap((row) => row.positions ?? []),
  );
  const files = new Map<string, string>();
  for (const [program, said] of programs) files.set(`${program}.prg`, said);
  for (const [list, said] of lists) files.set(`${list}.pos`, said);
  return { name, title: name, text, textOf: (file) => files.get(file) };
}

/** What is there: told a moment after one has come in. */
async function robotsIn(world: World, task: string): Promise<ReadonlyMap<string, Model | undefined>> {
  const wanted = readTask(task).rows.map(({ robot }) => robot);
  const endMs = performance.now() + TOLD_WITHIN_MS;
  while (wanted.some((robot) => !world.entity(robot)) && performance.now() < endMs) await pause(LOOK_EVERY_MS);
  const robots = new Map<string, Model | undefined>();
  for (const { id, description } of world.entities) robots.set(id, await world.model(description.model));
  return robots;
}

/** Until it is over, or somebody ends this process: then the task goes on there. */
function watched(world: World, format: MapOptions['format']): Promise<ExitCode> {
  const { tasks } = world;
  const teller = new RowTeller();
  return new Promise((resolve) => {
    const open = new DisposableStack();
    const end = (code: ExitCode) => {
      open.dispose();
      resolve(code);
    };
    const tell = (view: TaskView) => {
      const atMs = Math.round(world.time.worldMs) - (view.startedMs ?? Math.round(world.time.worldMs));
      if (format === 'json') printJson({ kind: isOver(view.phase) ? 'over' : 'view', atMs, view });
      else teller.tell(atMs, view);
      if (!isOver(view.phase)) return;
      if (format === 'human') endLine(view, (view.endedMs ?? 0) - (view.startedMs ?? view.endedMs ?? 0));
      end(view.phase === 'finished' ? EXIT.ok : EXIT.failure);
    };
    const leave = () => {
      complain('the task goes on there; stop it from the page, or by another program');
      end(EXIT.ok);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, leave);
      open.defer(() => process.removeListener(signal, leave));
    }
    open.use(
      world.onStatus((status) => {
        if (status.kind !== 'closed') return;
        complain(status.reason);
        end(EXIT.notJoined);
      }),
    );
    let before = '';
    const look = () => {
      const { current } = tasks;
      const seen = JSON.stringify([current?.id, current?.phase, current?.message, current?.rows.map(({ phase }) => phase)]);
      if (!current || seen === before) return;
      before = seen;
      tell(current);
    };
    open.use(tasks.changes.on(look));
    look();
  });
}
