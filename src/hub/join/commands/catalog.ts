import { explain } from '../../../library/manyhands.ts';
import type { CommandLine, CommandName, CommandOf } from '../grammar.ts';
import type { Result, Session } from '../session.ts';
import { lease, rearm, stop, take } from './control.ts';
import { insert, list, place, remove, who } from './entities.ts';
import { assume, drive, go, grasp, halt, move, release, ride } from './motion.ts';
import { flag, flags, program, programs, start } from './programs.ts';
import { chat, help, leave, unwatch, wait, waitFor, watch } from './talk.ts';
import { pauseTime, reset, run, step, time } from './world-time.ts';

/** What carries out each command. To add one: a line in grammar.ts, and one here. */
const catalog: { readonly [K in CommandName]: (session: Session, command: CommandOf<K>) => Promise<Result> } = {
  help,
  list,
  who,
  insert,
  remove,
  move,
  assume,
  go,
  place,
  drive,
  ride,
  grasp,
  release,
  halt,
  stop,
  rearm,
  lease,
  take,
  start,
  program,
  programs,
  flag,
  flags,
  watch,
  unwatch,
  time,
  pause: pauseTime,
  run,
  step,
  reset,
  chat,
  wait,
  'wait-for': waitFor,
  leave,
};

/** Carries a command out. Whatever goes wrong is a result too. */
export async function execute(session: Session, command: CommandLine): Promise<Result> {
  try {
    const carryOut = catalog[command.kind] as (session: Session, command: CommandLine) => Promise<Result>;
    return await carryOut(session, command);
  } catch (error) {
    const reason = session.ending.aborted ? 'the session ended' : explain(error);
    return { status: 'failed', outcome: { kind: 'failed', reason }, text: reason };
  }
}
