import { Button, NumberInput, Select, Switch } from '@mantine/core';
import { IconPlayerPlay, IconRoute, IconTable, IconTargetArrow } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { baseOf } from '../../../core/navigation/base.ts';
import type { PathHostWord } from '../../../core/navigation/path-service.ts';
import { Failure } from '../../controls/failure.tsx';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { Swatch } from '../../controls/swatch.tsx';
import { type Attempt, useAttempt } from '../../controls/use-attempt.ts';
import { RoomChoice } from '../../guidance/goal-box.tsx';
import { spotOf } from '../../guidance/guidance.ts';
import { roomsOf } from '../../guidance/rooms.ts';
import type { TravelGoal } from '../../link/travel-link.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable, usePiece } from '../../page/use-observable.ts';
import { fixed, lengthOnFloor } from '../../quantities/quantities.ts';
import { canTravel } from '../../world/groups.ts';
import type { Room } from '../../world/room.ts';
import { useRoom, useSelected } from '../../world/room-context.ts';
import { PlanTable } from './plan-table.tsx';
import classes from './planner.module.css';

type Planners = PathHostWord['planners'];

const USUAL_RADIUS_M = 0.3;
const LARGEST_SEED = 0xffff_ffff;
/** Hosts say every few seconds what they can do. */
const LOOK_AGAIN_MS = 3000;

/** Plans without driving: one planner, or all of them on the same question, side by side. */
export function Planner() {
  const room = useRoom();
  const selected = useSelected();
  useObservable(room.models.state);
  if (!selected || !canTravel(selected, room.models))
    return <p className={classes.empty}>Select a robot that drives, then say where it is to go.</p>;
  return <PlannerOf key={selected.id} room={room} robot={selected} />;
}

function PlannerOf({ room, robot }: { readonly room: Room; readonly robot: EntityInfo }) {
  const { guidance } = room.guide;
  const { planners, failure } = usePlanners(room);
  const choice = useObservable(guidance.choice);
  const goal = useObservable(guidance.planGoal);
  const attempt = useAttempt();
  useEffect(() => () => guidance.comparison.clear(), [guidance]);
  if (failure !== undefined) return <Failure text={failure} />;
  if (!planners) return <RestingRows count={5} heightPx={36} />;
  const names = planners.map(({ name }) => name);
  const usual = choice.planner ?? names[0];
  return (
    <section className={classes.planner} aria-label={`Planner for ${robot.description.name}`}>
      <header className={classes.head}>
        <Swatch colour={robot.description.colour} />
        <strong>{robot.description.name}</strong>
        <span>radius {fixed(radiusOf(room, robot), 2)} m</span>
      </header>
      <GoalRow room={room} goal={goal} />
      <div className={classes.row}>
        <Select
          label="Planner"
          allowDeselect={false}
          data={names}
          value={usual ?? null}
          onChange={(planner) => guidance.choice.set({ ...choice, planner: planner ?? undefined })}
        />
        <NumberInput
          label="Seed"
          min={0}
          max={LARGEST_SEED}
          allowDecimal={false}
          value={choice.seed}
          onChange={(seed) => guidance.choice.set({ ...choice, seed: Number(seed) || 0 })}
        />
      </div>
      <p className={classes.summary}>{planners.find(({ name }) => name === usual)?.summary}</p>
      <Deeds room={room} robot={robot} goal={goal} planner={usual} planners={names} attempt={attempt} />
      <Failure text={attempt.failure} />
      <ShownSwitches room={room} />
      <PlanTable room={room} onChoose={(planner) => guidance.choice.set({ ...choice, planner })} />
    </section>
  );
}

function usePlanners({ link }: Room): { readonly planners: Planners | undefined; readonly failure: string | undefined } {
  const [planners, setPlanners] = useState<Planners>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isOver = false;
    const look = () =>
      link.travel.planners().then(
        (found) => {
          if (isOver) return;
          setPlanners(found);
          setFailure(found.length > 0 ? undefined : 'Nobody plans ways in this world now. A hub does while it runs; wait a moment.');
        },
        (error: unknown) => !isOver && setFailure(String(error)),
      );
    void look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [link]);
  return { planners, failure };
}

function GoalRow({ room, goal }: { readonly room: Room; readonly goal: TravelGoal | undefined }) {
  const tool = useObservable(room.tool);
  const { guidance } = room.guide;
  const isPointing = usePiece(guidance.purpose, (purpose) => purpose === 'plan') && tool === 'goal';
  return (
    <div className={classes.goalRow}>
      <span className={classes.goal}>
        <small>Goal</small>
        {goal === undefined ? (
          'Not set'
        ) : 'node' in goal ? (
          <RoomName room={room} node={goal.node} />
        ) : (
          <GoalPlace room={room} goal={goal} />
        )}
      </span>
      <Button
        variant={isPointing ? 'light' : 'default'}
        aria-pressed={isPointing}
        leftSection={<IconTargetArrow size={16} />}
        onClick={() => (isPointing ? room.setTool('select') : room.pointAtGoal('plan'))}
      >
        {isPointing ? 'Press its place' : 'Point'}
      </Button>
      <RoomChoice
        building={room.building}
        label="Or a room"
        value={goal && 'node' in goal ? goal.node : null}
        onChoose={(node) => guidance.planGoal.set({ node })}
      />
    </div>
  );
}

function RoomName({ room, node }: { readonly room: Room; readonly node: string }) {
  const site = useObservable(room.building.state);
  const found = roomsOf(site).flatMap(({ group, items }) =>
    items.flatMap(({ value, label }) => (value === node ? [`${label}, ${group}`] : [])),
  );
  return found[0] ?? node;
}

function GoalPlace({ room, goal }: { readonly room: Room; readonly goal: Exclude<TravelGoal, { node: string }> }) {
  const floor = usePiece(room.link.floors, (floors) => floors.find(({ id }) => id === goal.floor)?.name);
  return (
    <>
      {lengthOnFloor(goal.x)}, {lengthOnFloor(goal.y)}
      {floor !== undefined && `, ${floor}`}
    </>
  );
}

interface DeedsProps {
  readonly room: Room;
  readonly robot: EntityInfo;
  readonly goal: TravelGoal | undefined;
  readonly planner: string | undefined;
  readonly planners: readonly string[];
  readonly attempt: Attempt;
}

function Deeds({ room, robot, goal, planner, planners, attempt }: DeedsProps) {
  const { guidance } = room.guide;
  const { seed } = useObservable(guidance.choice);
  const isRunning = usePiece(guidance.comparison.state, (state) => state.isRunning);
  const ask = (asked: readonly string[]) =>
    attempt.run(async () => {
      if (!goal) return 'Say first where it is to go: press Point, or choose a room.';
      const start = spotOf(robot, room.samples.pose(robot));
      const to = 'node' in goal ? goal : { x: goal.x, y: goal.y, ...(goal.floor !== undefined && { floor: goal.floor }) };
      await guidance.comparison.ask({ start, goal: to, radiusM: radiusOf(room, robot), seed }, asked);
      return undefined;
    });
  return (
    <div className={classes.deeds}>
      <Button variant="default" leftSection={<IconRoute size={16} />} disabled={planner === undefined} onClick={() => ask([planner ?? ''])}>
        Plan
      </Button>
      <Button variant="default" leftSection={<IconTable size={16} />} loading={isRunning} onClick={() => ask(planners)}>
        Compare all
      </Button>
      {room.may('operator') && (
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          disabled={!goal}
          onClick={() => goal && guidance.send(robot.id, goal)}
          aria-label={`Go with ${planner ?? 'the usual planner'}`}
        >
          Go
        </Button>
      )}
    </div>
  );
}

function ShownSwitches({ room }: { readonly room: Room }) {
  const { guidance } = room.guide;
  const shown = useObservable(guidance.shown);
  return (
    <div className={classes.switches}>
      <Switch
        size="xs"
        label="Path"
        checked={shown.paths}
        onChange={({ currentTarget: { checked } }) => guidance.shown.set({ ...shown, paths: checked })}
      />
      <Switch
        size="xs"
        label="Roadmap"
        checked={shown.roadmaps}
        onChange={({ currentTarget: { checked } }) => guidance.shown.set({ ...shown, roadmaps: checked })}
      />
    </div>
  );
}

/** As journeys plan for it. */
function radiusOf(room: Room, { description }: EntityInfo): number {
  const model = room.models.get(description.model);
  return (model && baseOf(model)?.radiusM) ?? USUAL_RADIUS_M;
}
