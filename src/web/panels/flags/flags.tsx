import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback, useRef, useSyncExternalStore } from 'react';
import { AgeMark } from '../../controls/age-mark.tsx';
import { Failure } from '../../controls/failure.tsx';
import { NumberField } from '../../controls/number-field.tsx';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { Swatch } from '../../controls/swatch.tsx';
import { TipButton } from '../../controls/tip-button.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { fixed } from '../../quantities/quantities.ts';
import { failureOf } from '../../world/room-actions.ts';
import { useRoom } from '../../world/room-context.ts';
import { ageAt, type BoardKnown } from '../blackboard/board-watch.ts';
import { CELL_FLAGS, cellFlag, flagValue, useFlagBoard } from './flag-watch.ts';
import classes from './flags.module.css';
import { useRobots } from './use-robots.ts';

/** Flags are whole numbers of 32 bits, as in programs. */
const LEAST = -(2 ** 31);
const LARGEST = 2 ** 31 - 1;

const CELLS = Array.from({ length: CELL_FLAGS }, (_, index) => cellFlag(index + 1));

/** By what programs tell each other how far they are: ten flags of the environment, and one of each robot. */
export function Flags() {
  const room = useRoom();
  const root = useRef<HTMLElement>(null);
  const robots = useRobots();
  const state = useFlagBoard(room, root, CELLS);
  return (
    <section ref={root} className={classes.flags} aria-label="Flags">
      {state.kind === 'loading' && <RestingRows count={CELL_FLAGS} heightPx={36} />}
      {state.kind === 'failed' && <Failure text={state.reason} />}
      {state.kind === 'known' && (
        <>
          <Failure text={state.failure} />
          <h3>Environment</h3>
          <ul>
            {CELLS.map((name, index) => (
              <li key={name}>
                <CellRow flag={index + 1} known={state} />
              </li>
            ))}
          </ul>
          {robots.length > 0 && <h3>Robots</h3>}
          <ul>
            {robots.map((info) => (
              <li key={info.id}>
                <RobotRow info={info} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface CellRowProps {
  readonly flag: number;
  readonly known: BoardKnown;
}

function CellRow({ flag, known: { readings, nowMs } }: CellRowProps) {
  const room = useRoom();
  const reading = readings.get(cellFlag(flag));
  return (
    <FlagRow
      label={`Flag ${flag}`}
      value={flagValue(reading?.held)}
      age={reading?.held ? <AgeMark ageMs={ageAt(reading, nowMs)} /> : <span className={classes.never}>never set</span>}
      onSet={async (value) => failureOf(await room.flags.setCell(flag, value))}
    />
  );
}

/** A robot's flag is a part of its state, and as old as that. */
function RobotRow({ info: { id, description, ageMs } }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const listening = room.flags.changes.on(onChange);
      return () => listening[Symbol.dispose]();
    },
    [room],
  );
  const value = useSyncExternalStore(subscribe, () => room.flags.of(id));
  return (
    <FlagRow
      label={description.name}
      swatch={<Swatch colour={description.colour} />}
      value={value}
      age={<AgeMark ageMs={ageMs} />}
      onSet={async (to) => failureOf(await room.flags.set(id, to))}
    />
  );
}

interface FlagRowProps {
  readonly label: string;
  readonly swatch?: ReactNode;
  readonly value: number;
  readonly age: ReactNode;
  /** Answers what went wrong, if something did. */
  readonly onSet: (value: number) => Promise<string | undefined>;
}

function FlagRow({ label, swatch, value, age, onSet }: FlagRowProps) {
  const attempt = useAttempt();
  const isReadOnly = !useRoom().may('operator');
  const set = (to: number) => attempt.run(() => onSet(Math.min(LARGEST, Math.max(LEAST, Math.round(to)))));
  return (
    <>
      <fieldset
        className={classes.row}
        aria-label={label}
        data-set={value !== 0 || undefined}
        title={isReadOnly ? 'Your link lets you look only.' : undefined}
      >
        <span className={classes.label}>
          {swatch}
          {label}
        </span>
        <span className={classes.age}>{age}</span>
        <TipButton label={`${label}: one less`} size={28} disabled={isReadOnly || attempt.isRunning} onClick={() => set(value - 1)}>
          <IconMinus size={14} />
        </TipButton>
        <NumberField label={`Value of ${label}`} text={fixed(value, 0)} isReadOnly={isReadOnly} onEnter={set} />
        <TipButton label={`${label}: one more`} size={28} disabled={isReadOnly || attempt.isRunning} onClick={() => set(value + 1)}>
          <IconPlus size={14} />
        </TipButton>
      </fieldset>
      <Failure text={attempt.failure} />
    </>
  );
}
