import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Dof } from '../../../core/world/world.ts';
import { HeldButton } from '../../controls/held-button.tsx';
import { NumberField } from '../../controls/number-field.tsx';
import { TrackSlider } from '../../controls/track-slider.tsx';
import type { EntityInfo } from '../../link/world-link.ts';
import { usePiece } from '../../page/use-observable.ts';
import { angle, lengthInCell } from '../../quantities/quantities.ts';
import { useRoom, useSampledValue } from '../../world/room-context.ts';
import { targetOf, typedValue } from './dof-target.ts';
import type { Glides } from './glides.ts';
import classes from './inspector.module.css';

export interface DofRowProps {
  readonly info: EntityInfo;
  readonly index: number;
  readonly dof: Dof;
  readonly glides: Glides;
  readonly isReadOnly: boolean;
}

/** One degree of freedom: slider, number, jog buttons. */
export function DofRow({ info, index, dof, glides, isReadOnly }: DofRowProps) {
  const room = useRoom();
  const value = useSampledValue(info, index);
  const isSelected = usePiece(room.selection, (selection) => selection.dof === index);
  const [wanted, setWanted] = useWanted(value, info.isWorking, dof);
  const isAngle = dof.kind === 'rotation';
  const move = (asked: number) => {
    const { to, speedPerS } = targetOf(dof, asked, room.hands.speedLimit(info.id));
    setWanted(to);
    glides.wish(index, to, speedPerS);
  };
  const text = isAngle ? angle(value) : lengthInCell(value);
  const select = () => room.select(info.id, index);
  return (
    <fieldset className={classes.dof} data-selected={isSelected || undefined} onFocus={select} onPointerDown={select} aria-label={dof.name}>
      <span className={classes.dofName}>{dof.name}</span>
      <TrackSlider
        label={dof.name}
        low={dof.low}
        high={dof.high}
        from={Math.min(dof.high, Math.max(dof.low, 0))}
        value={wanted ?? value}
        valueText={text}
        isReadOnly={isReadOnly}
        onChange={move}
      />
      <NumberField
        label={`${dof.name}, ${isAngle ? 'degrees' : 'millimetres'}`}
        text={text}
        isReadOnly={isReadOnly}
        onEnter={(typed) => move(typedValue(dof, typed))}
      />
      <span className={classes.jog}>
        <JogButton info={info} dof={index} direction={-1} label={`Jog ${dof.name} down`} isReadOnly={isReadOnly} />
        <JogButton info={info} dof={index} direction={1} label={`Jog ${dof.name} up`} isReadOnly={isReadOnly} />
      </span>
    </fieldset>
  );
}

/** While the robot is on its way the slider stays where it was put; once it is there, or stands, the slider shows where it is. */
function useWanted(value: number, isWorking: boolean, { low, high }: Dof): [number | undefined, (wanted: number) => void] {
  const [wanted, setWanted] = useState<{ readonly to: number; readonly atMs: number }>();
  const isThere = wanted !== undefined && Math.abs(wanted.to - value) < (high - low) / 500;
  useEffect(() => {
    if (wanted === undefined) return;
    if (isThere) setWanted(undefined);
    if (isWorking) return;
    const timer = setTimeout(() => setWanted(undefined), 600);
    return () => clearTimeout(timer);
  }, [wanted, isThere, isWorking]);
  return [wanted?.to, (to) => setWanted({ to, atMs: performance.now() })];
}

interface JogButtonProps {
  readonly info: EntityInfo;
  readonly dof: number;
  readonly direction: -1 | 1;
  readonly label: string;
  readonly isReadOnly: boolean;
  /** Why it is. */
  readonly reason?: string | undefined;
}

/** Held: it moves. Let go: it stops. */
export function JogButton({ info, dof, direction, label, isReadOnly, reason }: JogButtonProps) {
  const { pilot } = useRoom().hands;
  return (
    <HeldButton
      {...{ label, isReadOnly, reason }}
      onHold={() => pilot.jog(info.id, dof, direction)}
      onLetGo={() => pilot.jog(info.id, dof, 0)}
    >
      {direction === -1 ? <IconMinus size={14} aria-hidden /> : <IconPlus size={14} aria-hidden />}
    </HeldButton>
  );
}
