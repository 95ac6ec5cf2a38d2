import type { TimeChange } from '../../../library/manyhands.ts';
import { rounded } from '../event.ts';
import type { CommandOf } from '../grammar.ts';
import { done, type Result, type Session } from '../session.ts';

export async function time({ world }: Session): Promise<Result> {
  const { worldMs, rate, sharedMs, clockErrorMs, leader } = world.time;
  const course = rate === 0 ? 'paused' : `runs at ${rate}×`;
  const text = `world time ${(worldMs / 1000).toFixed(1)} s, ${course}; clock within ${clockErrorMs.toFixed(1)} ms of ${leader ?? 'nobody'}, round trip ${world.roundTripMs?.toFixed(1) ?? '?'} ms`;
  return done(text, {
    worldMs: rounded(worldMs, 3),
    rate,
    sharedMs: rounded(sharedMs, 3),
    clockErrorMs: rounded(clockErrorMs, 3),
    leader,
    roundTripMs: world.roundTripMs,
  });
}

export const pauseTime = (session: Session): Promise<Result> =>
  change(session, { kind: 'pause' }, 'world time is paused for everybody; run lets it go on');

export const run = (session: Session, { rate }: CommandOf<'run'>): Promise<Result> =>
  change(session, { kind: 'run', rate }, `world time runs at ${rate}×`);

export const step = (session: Session, { seconds }: CommandOf<'step'>): Promise<Result> =>
  change(session, { kind: 'step', stepMs: seconds * 1000 }, `world time steps by ${seconds} s`);

export const reset = (session: Session): Promise<Result> => change(session, { kind: 'reset' }, 'everything is put where it started');

async function change({ world }: Session, wanted: TimeChange, text: string): Promise<Result> {
  await world.changeTime(wanted);
  return done(text);
}
