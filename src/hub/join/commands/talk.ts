import { setTimeout as pause } from 'node:timers/promises';
import { isMoving } from '../entity-row.ts';
import { type CommandName, type CommandOf, type Condition, commandNames, grammar, type Syntax } from '../grammar.ts';
import { commandNamed, unknownCommand } from '../parse-command.ts';
import { CommandError, done, type Result, type Session } from '../session.ts';
import { table } from '../table.ts';
import { viewOf } from './finding.ts';

const LOOK_EVERY_MS = 20;
const NEAR_M = 0.02;
const LONGEST_USAGE = 36;

export async function help(_: Session, { about }: CommandOf<'help'>): Promise<Result> {
  if (about === undefined)
    return done(`${table(['command', 'what it does'], commandNames.map(helpRow))}\n\nhelp COMMAND shows how to write it`);
  const name = commandNamed(about);
  if (!name) throw new CommandError(unknownCommand(about));
  const { usage, summary, example }: Syntax<object> = grammar[name];
  return done([usage, `  ${summary}`, ...(example === undefined ? [] : [`  for example: ${example}`])].join('\n'), { usage, summary });
}

/** Long ones are shortened: `help` is for a glance. */
function helpRow(name: CommandName): string[] {
  const { usage, summary } = grammar[name];
  const [what = ''] = summary.split(';');
  return [usage.length <= LONGEST_USAGE ? usage : `${usage.slice(0, usage.lastIndexOf(' ', LONGEST_USAGE - 4))} ...`, what];
}

export async function chat({ world }: Session, { text }: CommandOf<'chat'>): Promise<Result> {
  world.chat(text);
  return done(`you: ${text}`, { text });
}

export async function watch(session: Session, { entity, hz }: CommandOf<'watch'>): Promise<Result> {
  if (entity !== 'all') viewOf(session, entity);
  const often = session.watches.start(entity, hz);
  return done(`watching ${entity} ${often} times a second; unwatch ends it`, { entity, hz: often });
}

export async function unwatch({ watches }: Session, { entity }: CommandOf<'unwatch'>): Promise<Result> {
  const count = watches.end(entity);
  if (count === 0) throw new CommandError(entity === 'all' ? 'nothing is watched' : `${entity} is not watched; unwatch ends all watching`);
  return done(entity === 'all' ? 'watching nothing' : `not watching ${entity} any more`);
}

export async function wait({ ending }: Session, { seconds }: CommandOf<'wait'>): Promise<Result> {
  await pause(seconds * 1000, undefined, { signal: ending });
  return done(`waited ${seconds} s`);
}

export async function waitFor(session: Session, { entity, condition, seconds }: CommandOf<'wait-for'>): Promise<Result> {
  const startMs = performance.now();
  while (!holds(session, entity, condition)) {
    if (performance.now() - startMs > seconds * 1000) throw new CommandError(`${entity} was not ${written(condition)} within ${seconds} s`);
    await pause(LOOK_EVERY_MS, undefined, { signal: session.ending });
  }
  const waitedS = (performance.now() - startMs) / 1000;
  return done(`${entity} is ${written(condition)}, after ${waitedS.toFixed(2)} s`, { entity, waitedS });
}

function holds({ world }: Session, entity: string, condition: Condition): boolean {
  const view = world.entity(entity);
  if (!view) return condition.kind === 'gone';
  switch (condition.kind) {
    case 'here':
      return true;
    case 'gone':
      return false;
    case 'owned':
      return view.isLive;
    case 'orphaned':
      return !view.isLive;
    case 'mine':
      return view.isMine;
    case 'moving':
      return isMoving(world, view);
    case 'still':
      return !isMoving(world, view);
    case 'stopped':
      return view.control.stop !== undefined;
    case 'armed':
      return view.control.stop === undefined;
    case 'leased':
      return view.control.lease !== undefined;
    case 'free':
      return view.control.lease === undefined && view.control.driver === undefined;
    case 'owner':
      return view.owner === condition.who;
    case 'at':
      return Math.hypot(view.posture.pose.x - condition.place.x, view.posture.pose.y - condition.place.y) <= NEAR_M;
  }
}

function written(condition: Condition): string {
  switch (condition.kind) {
    case 'owner':
      return `owned by ${condition.who}`;
    case 'at':
      return `at ${condition.place.x},${condition.place.y}`;
    default:
      return condition.kind;
  }
}

export async function leave(session: Session): Promise<Result> {
  session.end();
  return done('leaving');
}
