import { median } from '../processes/statistics.ts';
import { type ChurnReport, type ChurnSample, PARTICIPANTS, PER_PROCESS } from '../scenarios/churn.ts';

export interface Verdict {
  readonly what: string;
  readonly measured: string;
  readonly bound: string;
  readonly isKept: boolean;
}

/**
 * No bound speaks of how long anything takes, so that a busy machine changes none of them. Loads of models are bounded by their back-off: after the first, for a
 * model that no hub has, five more come in the first minute, and then two a minute, and one a minute in any case.
 */
const LOADS_PER_JOIN = 6;
const LOADS_PER_MINUTE = 3;
/**
 * A load that is not answered within 5 s is tried again after pauses that double: even while a hub answers nothing, a participant has no more than four time-outs in
 * the first minute, and one a minute then. Joining is when all are busiest: two for each join, and one in two minutes, leave room for a slow machine and none for a storm.
 */
const TIMEOUTS_PER_JOIN = 2;
const TIMEOUTS_PER_MINUTE = 0.5;
/** A participant has its WebSocket, and one connection over HTTP while a load is in flight and for a moment afterwards. */
const SOCKETS_PER_PARTICIPANT = 2;
/** Of those who were killed and whose end the hub has not noticed, and of whoever measures. */
const MORE_SOCKETS = 10;
/**
 * From the first to the last third of the run. Sockets are counted beyond those that the participants may have who are at the hub at that instant: on a busy machine
 * they lose their links and come again.
 */
const SOCKET_DRIFT = 12;
const TIMER_DRIFT = 20;
const HEAP_MB_PER_MINUTE = 1;
const MINUTE_MS = 60_000;

/** The hub's own caches fill in the beginning. */
const WARM_UP_MS = 60_000;
const WARM_UP_SHARE = 0.25;

export function judge(report: ChurnReport): Verdict[] {
  const { samples, joins, durationMs, loads, loadTimeouts, leftover } = report;
  const participantMinutes = (PARTICIPANTS * durationMs) / MINUTE_MS;
  const mostSockets = Math.max(...samples.map(({ sockets }) => sockets));
  const socketBound = report.socketsBefore + PARTICIPANTS * SOCKETS_PER_PARTICIPANT + MORE_SOCKETS;
  // A machine that has no time for them is no reason to call the hub bad, nor to call it good.
  const crowded = samples.filter(({ participants }) => participants >= PARTICIPANTS / 2);
  const slope = heapSlopeMbPerMinute(afterWarmUp(samples, durationMs));
  return [
    atMost('model loads begun', loads, joins * LOADS_PER_JOIN + participantMinutes * LOADS_PER_MINUTE),
    atMost('model loads in flight in a process', report.mostLoadsInFlight, PER_PROCESS),
    atMost('model loads that timed out', loadTimeouts, joins * TIMEOUTS_PER_JOIN + participantMinutes * TIMEOUTS_PER_MINUTE),
    atMost('sockets of the hub', mostSockets, socketBound),
    atMost('more sockets in the last third', driftOf(samples, socketsBeyond), SOCKET_DRIFT),
    atMost(
      'more timers in the last third',
      driftOf(samples, ({ timers }) => timers),
      TIMER_DRIFT,
    ),
    atMost('entities that nobody inserted', leftover.length, 0),
    { ...atMost('heap slope, MB/min', slope, HEAP_MB_PER_MINUTE), measured: slope.toFixed(3) },
    // Else nothing was shown by all that.
    atLeast('participants killed', report.kills, PER_PROCESS),
    atLeast('participants that joined', joins, PARTICIPANTS + report.kills),
    atLeast('samples with half of them at the hub', crowded.length, Math.ceil(samples.length / 2)),
    atLeast('entities inserted', report.inserted, PARTICIPANTS),
  ];
}

const atMost = (what: string, measured: number, bound: number): Verdict => ({
  what,
  measured: String(Math.round(measured)),
  bound: `at most ${Math.floor(bound)}`,
  isKept: measured <= bound,
});

const atLeast = (what: string, measured: number, bound: number): Verdict => ({
  what,
  measured: String(measured),
  bound: `at least ${bound}`,
  isKept: measured >= bound,
});

const socketsBeyond = ({ sockets, participants }: ChurnSample): number => sockets - SOCKETS_PER_PARTICIPANT * participants;

function driftOf(samples: readonly ChurnSample[], figure: (sample: ChurnSample) => number): number {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return median(samples.slice(-third).map(figure)) - median(samples.slice(0, third).map(figure));
}

const afterWarmUp = (samples: readonly ChurnSample[], durationMs: number): ChurnSample[] =>
  samples.filter(({ atMs }) => atMs >= Math.min(WARM_UP_MS, durationMs * WARM_UP_SHARE));

/** The median of the slopes between any two samples: a few that stand out do not change it. */
export function heapSlopeMbPerMinute(samples: readonly ChurnSample[]): number {
  const slopes = samples.flatMap((late, i) =>
    samples.slice(0, i).map((early) => (late.heapBytes - early.heapBytes) / 1e6 / ((late.atMs - early.atMs) / MINUTE_MS)),
  );
  return median(slopes);
}
