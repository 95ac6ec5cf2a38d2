import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { explain, type RunView, readPositions } from '../../../library/manyhands.ts';
import type { CommandOf } from '../grammar.ts';
import { CommandError, done, type Result, type Session } from '../session.ts';
import { table } from '../table.ts';
import { notDone, resultOf, viewOf } from './finding.ts';

const LOOK_EVERY_MS = 50;
const CELL_FLAGS = 10;

export async function start(session: Session, { entity, file, positions, isWaiting }: CommandOf<'start'>): Promise<Result> {
  const { programs } = session.world;
  viewOf(session, entity);
  const text = await fileOf(file);
  const taught = positions === undefined ? [] : await positionsOf(positions);
  const before = programs.of(entity)?.run;
  const outcome = await programs.start({ robot: entity, name: basename(file), text, positions: taught });
  if (outcome.kind !== 'done') return notDone(outcome);
  if (!isWaiting) return done(`${basename(file)} runs on ${entity}`, { entity });
  const view = await over(session, entity, before);
  const words = [...view.printed.map((line) => line.text), written(view)].join('\n');
  const details = { entity, phase: view.phase, message: view.message, effects: view.effects, printed: view.printed };
  return view.phase === 'finished' ? done(words, details) : { status: 'failed', outcome: { kind: 'failed', ...details }, text: words };
}

/** Until it has come to an end, however. */
async function over({ world, ending }: Session, entity: string, before: string | undefined): Promise<RunView> {
  for (;;) {
    const view = world.programs.of(entity);
    if (view && view.run !== before && view.phase !== 'running' && view.phase !== 'paused') return view;
    await pause(LOOK_EVERY_MS, undefined, { signal: ending });
  }
}

export async function program(session: Session, { entity, order }: CommandOf<'program'>): Promise<Result> {
  viewOf(session, entity);
  const outcome = await session.world.programs[order](entity);
  return resultOf(outcome, () => {
    const view = session.world.programs.of(entity);
    return view ? written(view) : `${entity} has no program`;
  });
}

export async function programs({ world }: Session): Promise<Result> {
  const views = world.programs.all;
  if (views.length === 0) return done('no programs yet; run one with: start ID FILE', { programs: [] });
  const lines = views.map((view) => [view.robot, view.name, view.phase, String(view.line), String(view.effects), view.message ?? '']);
  return done(table(['robot', 'program', '', 'line', 'done', ''], lines), { programs: views.map(({ text: _, ...told }) => told) });
}

/** Of the environment by its number, of a robot by its id. */
export async function flag({ world }: Session, { of, value }: CommandOf<'flag'>): Promise<Result> {
  const number = Number(of);
  const outcome = await (Number.isInteger(number) ? world.flags.setCell(number, value) : world.flags.set(of, value));
  return resultOf(outcome, () => `flag ${of} is ${value}`);
}

export async function flags({ world }: Session): Promise<Result> {
  await world.board.ready;
  const cells = Array.from({ length: CELL_FLAGS }, (_, index) => ({ of: String(index + 1), value: world.flags.cell(index + 1) }));
  const robots = world.entities.map(({ id }) => ({ of: id, value: world.flags.of(id) })).filter(({ value }) => value !== 0);
  const lines = [...cells, ...robots].map(({ of, value }) => [of, String(value)]);
  return done(table(['flag', 'value'], lines), { cells: cells.map(({ value }) => value), robots });
}

function written({ name, robot, phase, line, message = '' }: RunView): string {
  // Why it stands there mostly names the line.
  const place = phase === 'finished' || message.includes(`line ${line}`) ? '' : ` at line ${line}`;
  return `${name} on ${robot}: ${phase}${place}${message === '' ? '' : `, ${message}`}`;
}

async function fileOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CommandError(`${path} cannot be read: ${explain(cause)}`, { cause });
  }
}

async function positionsOf(path: string) {
  const { positions, diagnostics } = readPositions(await fileOf(path));
  const [wrong] = diagnostics;
  if (wrong) throw new CommandError(`${path}:${wrong.line}: ${wrong.message}`);
  return positions;
}
