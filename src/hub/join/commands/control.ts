import { setTimeout as pause } from 'node:timers/promises';
import type { CommandOf } from '../grammar.ts';
import { CommandError, done, type Result, type Session } from '../session.ts';
import { resultOf, viewOf } from './finding.ts';

/** A stop is repeated until it shows: after so long whoever pressed it must know that it does not. */
const STOP_MS = 5000;
const TAKE_MS = 3000;
const LOOK_EVERY_MS = 20;

export async function stop(session: Session, { entity, reason }: CommandOf<'stop'>): Promise<Result> {
  const { world } = session;
  const targets =
    entity === 'all'
      ? world.entities.filter(({ description }) => description.kind === 'dynamic').map(({ id }) => id)
      : [viewOf(session, entity).id];
  const latched = await Promise.all(targets.map(async (id) => ({ id, isLatched: await within(STOP_MS, world.stop(id, reason)) })));
  const missed = latched.filter(({ isLatched }) => !isLatched).map(({ id }) => id);
  if (missed.length > 0) throw new CommandError(`not known to be stopped: ${missed.join(', ')}; it is tried on, look at them`);
  return done(targets.length === 0 ? 'nothing to stop' : `stopped ${targets.join(', ')}`, { entities: targets, reason });
}

export async function rearm(session: Session, { entity }: CommandOf<'rearm'>): Promise<Result> {
  viewOf(session, entity);
  return resultOf(await session.world.rearm(entity), () => `${entity} is armed again`);
}

export async function lease(session: Session, { entity, request }: CommandOf<'lease'>): Promise<Result> {
  const view = viewOf(session, entity);
  const outcome = await session.world.command(entity, { kind: 'lease', request });
  return resultOf(outcome, () => {
    const holder = view.control.lease?.holder;
    if (holder === session.world.id) return `you have the lease of ${entity}`;
    if (holder === undefined) return `${entity} is free`;
    return view.control.asking.includes(session.world.id)
      ? `asked; ${holder} has the lease of ${entity} and may grant it`
      : `${holder} has the lease of ${entity}`;
  });
}

export async function take(session: Session, { entity }: CommandOf<'take'>): Promise<Result> {
  const view = viewOf(session, entity);
  if (view.isMine) return done(`${entity} is yours already`, { entity });
  const outcome = await session.world.command(entity, view.isLive ? { kind: 'handover' } : { kind: 'halt' });
  if (outcome.kind !== 'done') return resultOf(outcome, () => '');
  const untilMs = performance.now() + TAKE_MS;
  while (!view.isMine && performance.now() < untilMs) await pause(LOOK_EVERY_MS);
  if (!view.isMine) throw new CommandError(`${entity} was given up but has not come; its owner is ${view.owner ?? 'nobody'}`);
  return done(`${entity} is yours now`, { entity, epoch: view.epoch });
}

async function within(limitMs: number, promise: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([promise.then(() => true), pause(limitMs, false, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
