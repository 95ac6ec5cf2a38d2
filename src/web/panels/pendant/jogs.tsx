import { SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconArrowDown, IconArrowForwardUp, IconArrowUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { isTaughtByPose, positionNow, taughtColumns } from '../../../core/programs/taught/position-now.ts';
import type { Model } from '../../../core/robots/model.ts';
import { Failure } from '../../controls/failure.tsx';
import { HeldButton } from '../../controls/held-button.tsx';
import { NumberField } from '../../controls/number-field.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { usePiece } from '../../page/use-observable.ts';
import { angle, lengthInCell, share } from '../../quantities/quantities.ts';
import { useRoom, useSampledValue, useSamples } from '../../world/room-context.ts';
import { JogButton } from '../inspector/dof-row.tsx';
import { targetOf, typedValue } from '../inspector/dof-target.ts';
import { Glides } from '../inspector/glides.ts';
import { goTo } from './go-to.ts';
import classes from './pendant.module.css';
import { valueText } from './value-text.ts';

export interface JogsProps {
  readonly info: EntityInfo;
  readonly model: Model;
  /** Why it cannot be moved now. */
  readonly whyNot: string | undefined;
}

/** Everything that moves it by hand: joints one by one, or a base. */
export function Jogs({ info, model, whyNot }: JogsProps) {
  const room = useRoom();
  const pilot = usePiece(room.hands.pilot.states, (states) => states.get(info.id));
  return (
    <section className={classes.jogs} aria-label="Move by hand">
      <SpeedChoice info={info} />
      {isTaughtByPose(model) ? <BaseJogs {...{ info, model, whyNot }} /> : <JointJogs {...{ info, model, whyNot }} />}
      {pilot?.kind === 'refused' && <Failure text={pilot.reason} />}
      {whyNot !== undefined && <p className={classes.whyNot}>{whyNot}</p>}
    </section>
  );
}

function JointJogs({ info, whyNot }: JogsProps) {
  const room = useRoom();
  const [failure, setFailure] = useState<string>();
  const glides = useMemo(() => new Glides(room, info.id, setFailure), [room, info.id]);
  return (
    <>
      {info.description.dofs.map((dof, index) => (
        <fieldset key={dof.name} className={classes.jogRow} aria-label={dof.name} onFocus={() => room.select(info.id, index)}>
          <span>{dof.name}</span>
          <JointValue info={info} index={index} glides={glides} isReadOnly={whyNot !== undefined} />
          <span className={classes.jogPair}>
            {([-1, 1] as const).map((direction) => (
              <JogButton
                key={direction}
                {...{ info, dof: index, direction }}
                label={`Jog ${dof.name} ${direction < 0 ? 'down' : 'up'}`}
                isReadOnly={whyNot !== undefined}
                reason={whyNot}
              />
            ))}
          </span>
        </fieldset>
      ))}
      <Failure text={failure} />
    </>
  );
}

interface JointValueProps {
  readonly info: EntityInfo;
  readonly index: number;
  readonly glides: Glides;
  readonly isReadOnly: boolean;
}

function JointValue({ info, index, glides, isReadOnly }: JointValueProps) {
  const room = useRoom();
  const value = useSampledValue(info, index);
  const dof = info.description.dofs[index];
  if (!dof) return null;
  const isAngle = dof.kind === 'rotation';
  const enter = (typed: number) => {
    const { to, speedPerS } = targetOf(dof, typedValue(dof, typed), room.hands.speedLimit(info.id));
    glides.wish(index, to, speedPerS);
  };
  return (
    <NumberField
      label={`${dof.name}, ${isAngle ? 'degrees' : 'millimetres'}`}
      text={isAngle ? angle(value) : lengthInCell(value)}
      isReadOnly={isReadOnly}
      onEnter={enter}
    />
  );
}

const WAYS = [
  { name: 'left', label: 'Turn left', axes: { forward: 0, left: 1 }, Icon: IconArrowBackUp },
  { name: 'forward', label: 'Forward', axes: { forward: 1, left: 0 }, Icon: IconArrowUp },
  { name: 'back', label: 'Back', axes: { forward: -1, left: 0 }, Icon: IconArrowDown },
  { name: 'right', label: 'Turn right', axes: { forward: 0, left: -1 }, Icon: IconArrowForwardUp },
] as const;

/** Where it stands, typed or driven to. */
function BaseJogs({ info, model, whyNot }: JogsProps) {
  const room = useRoom();
  const { buttons } = room.hands;
  const samples = useSamples();
  const attempt = useAttempt();
  const now = positionNow(model, { pose: samples.pose(info), values: [] });
  const go = (index: number, typed: number) =>
    attempt.run(() => goTo(room, info, model, { name: 'what was typed', values: now.with(index, typed) }));
  return (
    <>
      <div className={classes.pose}>
        {taughtColumns(model).map((column, index) => (
          <span key={column.name}>
            <small aria-hidden>{column.name}</small>
            <NumberField
              label={`${column.name}, ${column.unit}`}
              text={valueText(now[index] ?? null, column.unit, 'with its unit')}
              isReadOnly={whyNot !== undefined}
              onEnter={(typed) => go(index, typed)}
            />
          </span>
        ))}
      </div>
      <fieldset className={classes.ways} aria-label="Drive while held">
        {WAYS.map(({ name, label, axes, Icon }) => (
          <HeldButton
            key={name}
            label={label}
            isReadOnly={whyNot !== undefined}
            reason={whyNot}
            onHold={() => buttons.hold(name, axes)}
            onLetGo={() => buttons.letGo(name)}
          >
            <Icon size={18} aria-hidden />
          </HeldButton>
        ))}
      </fieldset>
      <Failure text={attempt.failure} />
    </>
  );
}

/** Of what it can. */
const SPEEDS = [0.05, 0.2, 0.4, 1];

function SpeedChoice({ info }: { readonly info: EntityInfo }) {
  const { hands } = useRoom();
  const limit = usePiece(hands.speedLimits, () => hands.speedLimit(info.id));
  const isUsual = SPEEDS.includes(limit);
  return (
    <div className={classes.speed}>
      <span>Speed{!isUsual && `: ${share(limit)}`}</span>
      <SegmentedControl
        fullWidth
        aria-label="Speed"
        data={SPEEDS.map((speed) => ({ value: String(speed), label: share(speed) }))}
        value={isUsual ? String(limit) : ''}
        onChange={(speed) => hands.limitSpeed(info.id, Number(speed))}
      />
    </div>
  );
}
