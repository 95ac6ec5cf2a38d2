import { IconPlayerPauseFilled, IconPlayerPlay, IconPlayerSkipForward, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { TimeChange } from '../../core/world/world.ts';
import { Failure } from '../controls/failure.tsx';
import { TipButton } from '../controls/tip-button.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { useObservable, usePiece } from '../page/use-observable.ts';
import { ageText, clockFace, errorBound, multiple } from '../quantities/quantities.ts';
import { useRoom } from './room-context.ts';
import { Timeline } from './timeline.tsx';
import classes from './world-page.module.css';

const RATES = [0.5, 1, 2, 5];
export const STEP_MS = 100;

/** World time: run, pause, step and reset it, see what was driven when, and how good the link is. */
export function BottomBar() {
  const room = useRoom();
  const attempt = useAttempt();
  const rate = usePiece(room.link.time, (time) => time?.rate ?? 1);
  const [wanted, setWanted] = useState(1);
  const mayChange = room.may('operator');
  const change = (timeChange: TimeChange) => attempt.run(() => room.link.changeTime(timeChange));
  useEffect(() => {
    if (rate > 0) setWanted(rate);
  }, [rate]);
  return (
    <footer className={classes.bottom}>
      <span className={classes.timeButtons}>
        {rate === 0 ? (
          <TipButton label="Run" keys="P" variant="filled" disabled={!mayChange} onClick={() => change({ kind: 'run', rate: wanted })}>
            <IconPlayerPlay size={18} />
          </TipButton>
        ) : (
          <TipButton label="Pause" keys="P" variant="filled" disabled={!mayChange} onClick={() => change({ kind: 'pause' })}>
            <IconPlayerPauseFilled size={18} />
          </TipButton>
        )}
        <TipButton
          label="One step"
          keys="."
          variant="default"
          disabled={!mayChange}
          onClick={() => change({ kind: 'step', stepMs: STEP_MS })}
        >
          <IconPlayerSkipForward size={18} />
        </TipButton>
        <TipButton
          label="Reset: everything back to where it began"
          variant="default"
          disabled={!mayChange}
          onClick={() => change({ kind: 'reset' })}
        >
          <IconRefresh size={18} />
        </TipButton>
      </span>
      <WorldClock />
      <fieldset className={classes.rates} aria-label="Rate">
        {RATES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={rate === each}
            disabled={!mayChange}
            onClick={() => change({ kind: 'run', rate: each })}
          >
            {multiple(each)}
          </button>
        ))}
      </fieldset>
      <Timeline />
      <Figures />
      {attempt.failure !== undefined && (
        <div className={classes.timeFailure}>
          <Failure text={attempt.failure} />
        </div>
      )}
    </footer>
  );
}

function WorldClock() {
  const { link } = useRoom();
  const time = useObservable(link.time);
  return (
    <span className={classes.clock}>
      <strong>{time ? clockFace(time.worldMs) : '––:––:––.–'}</strong>
      <small>world time</small>
    </span>
  );
}

function Figures() {
  const { link, scene } = useRoom();
  const isOpen = usePiece(link.status, ({ kind }) => kind === 'open');
  const measured = useObservable(link.time);
  // Of a link that is lost nothing is known any more.
  const time = isOpen ? measured : undefined;
  const [framesPerS, setFramesPerS] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setFramesPerS(scene.rate.perS), 1000);
    return () => clearInterval(timer);
  }, [scene]);
  return (
    <dl className={classes.figures}>
      <div>
        <dd>{time ? errorBound(time.clockErrorMs) : '–'}</dd>
        <dt>sync error</dt>
      </div>
      <div>
        <dd>{time?.roundTripMs === undefined ? '–' : ageText(time.roundTripMs)}</dd>
        <dt>latency</dt>
      </div>
      <div>
        <dd>{framesPerS} fps</dd>
        <dt>view</dt>
      </div>
    </dl>
  );
}
