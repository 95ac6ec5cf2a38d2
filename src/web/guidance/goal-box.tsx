import { Button, Select } from '@mantine/core';
import { IconTargetArrow, IconX } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { Failure } from '../controls/failure.tsx';
import type { JourneyInfo } from '../link/travel-link.ts';
import type { Observable } from '../link/world-link.ts';
import type { SiteState } from '../monitor/site-watch.ts';
import { useObservable, usePiece } from '../page/use-observable.ts';
import { lengthOnFloor } from '../quantities/quantities.ts';
import classes from './guidance.module.css';
import { type Guidance, isOver } from './guidance.ts';
import { journeyWords, timeLeft } from './journey-words.ts';
import { roomsOf } from './rooms.ts';

/** A building that may have to be fetched first. */
export interface BuildingSource {
  readonly state: Observable<SiteState>;
  begin?(): void;
}

export interface GoalBoxProps {
  readonly guidance: Guidance;
  readonly building: BuildingSource;
  readonly robot: string;
  /** Whether the next press in the view says where it goes. */
  readonly isPointing: boolean;
  readonly onPoint: () => void;
}

/** Where a robot is sent: by a place in the view, or by the name of a room; and how far it has come. */
export function GoalBox({ guidance, building, robot, isPointing, onPoint }: GoalBoxProps) {
  const failure = usePiece(guidance.failures, (failures) => failures.get(robot));
  return (
    <div className={classes.goal}>
      <div className={classes.goalButtons}>
        <Button
          variant={isPointing ? 'light' : 'default'}
          aria-pressed={isPointing}
          leftSection={<IconTargetArrow size={16} />}
          onClick={onPoint}
        >
          {isPointing ? 'Press its place' : 'Set goal'}
        </Button>
        <RoomChoice building={building} label="Send to a room" onChoose={(node) => guidance.send(robot, { node })} />
      </div>
      <JourneyLine guidance={guidance} robot={robot} />
      <Failure text={failure} />
    </div>
  );
}

/** Nothing where there are no rooms. */
export function RoomChoice({
  building,
  label,
  value = null,
  onChoose,
}: Pick<GoalBoxProps, 'building'> & { readonly label: string; readonly value?: string | null; readonly onChoose: (node: string) => void }) {
  useEffect(() => building.begin?.(), [building]);
  const site = useObservable(building.state);
  const groups = useMemo(() => roomsOf(site), [site]);
  if (groups.length === 0) return null;
  return (
    <Select
      className={classes.rooms ?? ''}
      aria-label={label}
      placeholder={label}
      searchable
      data={groups}
      value={value}
      comboboxProps={{ width: 220, position: 'bottom-end' }}
      nothingFoundMessage="No room of that name"
      onChange={(node) => node !== null && onChoose(node)}
    />
  );
}

/** How a journey stands, and the way to end it. */
export function JourneyLine({ guidance, robot }: { readonly guidance: Guidance; readonly robot: string }) {
  const journey = usePiece(guidance.journeys, (journeys) => journeys.get(robot));
  if (!journey) return null;
  const hasEnded = isOver(journey.state.kind);
  return (
    <div className={classes.journey} data-state={journey.state.kind} role="status" aria-label="Journey">
      <span className={classes.journeyWords}>{journeyWords(journey.state)}</span>
      {!hasEnded && journey.remainingMs !== undefined && <Figures journey={journey} />}
      <Button
        size="26px"
        variant="default"
        leftSection={hasEnded ? undefined : <IconX size={14} />}
        onClick={() => guidance.cancel(robot)}
        aria-label={hasEnded ? 'Dismiss' : 'Cancel the journey'}
      >
        {hasEnded ? 'Dismiss' : 'Cancel'}
      </Button>
    </div>
  );
}

function Figures({ journey }: { readonly journey: JourneyInfo }) {
  return (
    <span className={classes.journeyFigures}>
      {lengthOnFloor(journey.remainingM)}, {timeLeft(journey.remainingMs ?? 0)}
    </span>
  );
}
