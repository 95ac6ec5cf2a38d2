import { Button } from '@mantine/core';
import { IconDoor, IconDoorOff, IconElevator } from '@tabler/icons-react';
import { isInShaft, type Landing, landingsOf } from '../../../core/elevators/elevators.ts';
import { Failure } from '../../controls/failure.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable } from '../../page/use-observable.ts';
import { useRoom, useSamples } from '../../world/room-context.ts';
import classes from './inspector.module.css';

const HERE_M = 0.01;
const PRESSED = 0.5;

/** For the shaft of an elevator or its cabin: where it is, where it is wanted, and a button for each floor. */
export function ElevatorSection({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const entities = useObservable(room.link.entities);
  const attempt = useAttempt();
  const samples = useSamples();
  const kindOf = ({ description }: EntityInfo) => room.models.get(description.model)?.kind;
  if (kindOf(info) !== 'shaft' && kindOf(info) !== 'cabin') return null;
  const inIt = [...entities.values()].filter(({ description }) => isInShaft(description, info.description));
  const [shaft, cabin] = ['shaft', 'cabin'].map((kind) => inIt.find((other) => kindOf(other) === kind));
  const model = shaft && room.models.get(shaft.description.model);
  const landings = model && landingsOf(model);
  if (!shaft || !cabin || !landings) return null;
  const heightM = samples.pose(cabin).z - samples.pose(shaft).z;
  const call = ({ call: dof }: Landing) =>
    attempt.run(async () => {
      const outcome = await room.link.command(shaft.id, { kind: 'glide', dof, to: 1 });
      return outcome.kind === 'done' ? undefined : outcome.reason;
    });
  return (
    <section className={classes.section} aria-label="Elevator">
      <h3>Elevator</h3>
      <ul className={classes.landings}>
        {landings.toReversed().map((landing) => {
          const isHere = Math.abs(landing.heightM - heightM) < HERE_M;
          const isOpen = samples.value(shaft, landing.door) > landing.openM / 2;
          const isCalled = samples.value(shaft, landing.call) > PRESSED;
          return (
            <li key={landing.name} aria-current={isHere || undefined}>
              {isHere ? (
                <IconElevator size={18} aria-hidden />
              ) : isOpen ? (
                <IconDoorOff size={18} aria-hidden />
              ) : (
                <IconDoor size={18} aria-hidden />
              )}
              <span>{landing.name}</span>
              <small>{isHere ? (isOpen ? 'here, open' : 'here') : ''}</small>
              {room.may('operator') && (
                <Button
                  size="sm"
                  variant={isCalled ? 'filled' : 'default'}
                  onClick={() => call(landing)}
                  aria-label={`Call to ${landing.name}`}
                >
                  {isCalled ? 'Called' : 'Call'}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Failure text={attempt.failure} />
    </section>
  );
}
