import { Button } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlay, IconPlayerStop, IconPlayerTrackNext } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { TaughtPosition } from '../../core/programs/programs.ts';
import type { RunView } from '../../core/running/running.ts';
import type { Outcome } from '../../core/world/world.ts';
import { Failure } from '../controls/failure.tsx';
import { TipButton } from '../controls/tip-button.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { useObservable } from '../page/use-observable.ts';
import type { Room } from '../world/room.ts';
import { failureOf } from '../world/room-actions.ts';
import type { ProgramSession } from './program-session.ts';
import classes from './programs.module.css';
import { isUnderWay } from './use-run.ts';

export interface RunBarProps {
  readonly room: Room;
  readonly session: ProgramSession;
  readonly name: string;
  readonly robot: string;
  readonly positions: readonly TaughtPosition[];
  readonly run: RunView | undefined;
}

/** Runs the program on a robot, pauses it, goes through it statement by statement, ends it. */
export function RunBar({ room, session, name, robot, positions, run }: RunBarProps) {
  const attempt = useAttempt();
  const { programs: runs } = room;
  const { diagnostics } = useObservable(session.reading);
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
  useBreakpoints(room, session, run);
  const ask = (action: () => Promise<Outcome>) => attempt.run(async () => failureOf(await action()));
  const start = (startPaused: boolean) => {
    const { text } = session.fresh();
    ask(() => runs.start({ robot, name, text, positions, breakpoints: session.breakpoints.get(), startPaused }));
  };
  const isOn = isUnderWay(run);
  const isRunning = run?.phase === 'running';
  return (
    <>
      <div className={classes.deeds}>
        {isRunning ? (
          <Button leftSection={<IconPlayerPauseFilled size={16} />} onClick={() => ask(() => runs.pause(robot))}>
            Pause
          </Button>
        ) : (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            disabled={!isOn && hasErrors}
            onClick={() => (isOn ? ask(() => runs.resume(robot)) : start(false))}
          >
            {isOn ? 'Go on' : 'Run'}
          </Button>
        )}
        <TipButton
          label={isOn ? 'One statement' : 'Begin, statement by statement'}
          variant="default"
          size={32}
          disabled={isRunning || (!isOn && hasErrors)}
          onClick={() => (isOn ? ask(() => runs.step(robot)) : start(true))}
        >
          <IconPlayerTrackNext size={16} />
        </TipButton>
        <TipButton label="End the program" variant="default" size={32} disabled={!isOn} onClick={() => ask(() => runs.end(robot))}>
          <IconPlayerStop size={16} />
        </TipButton>
        <span className={classes.phase} role="status" data-phase={run?.phase} title={run?.message}>
          {run ? phaseWords(run) : ''}
        </span>
      </div>
      <Failure text={attempt.failure} />
    </>
  );
}

function phaseWords({ name, phase, line, message }: RunView): string {
  switch (phase) {
    case 'running':
      return `${name}, line ${line}`;
    case 'paused':
      return `${name} paused before line ${line}`;
    case 'finished':
      return `${name} finished`;
    case 'failed':
      // The reason names its line.
      return `${name} failed: ${message ?? 'the reason is not known'}`;
    case 'ended':
      return `${name} ended${message === undefined ? '' : `: ${message}`}`;
  }
}

/** Those that are set while the program runs hold at once. */
function useBreakpoints(room: Room, session: ProgramSession, run: RunView | undefined): void {
  const breakpoints = useObservable(session.breakpoints);
  const robot = isUnderWay(run) && run.text === session.text ? run.robot : undefined;
  const known = run?.breakpoints.join(' ');
  useEffect(() => {
    if (robot === undefined || breakpoints.join(' ') === known) return;
    room.programs.setBreakpoints(robot, breakpoints).then(
      (outcome) => {
        const failure = failureOf(outcome);
        if (failure !== undefined) room.report(`The breakpoints were not taken: ${failure}`);
      },
      (error: unknown) => room.report(`The breakpoints were not taken: ${String(error)}`),
    );
  }, [room, robot, breakpoints, known]);
}
