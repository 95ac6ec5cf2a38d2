import { ActionIcon, Button, Drawer } from '@mantine/core';
import { IconChevronLeft, IconHandStop, IconList, IconTargetArrow, IconWalk } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Failure } from '../controls/failure.tsx';
import { Initials } from '../controls/initials.tsx';
import { Swatch } from '../controls/swatch.tsx';
import { TrackSlider } from '../controls/track-slider.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { type DriveProfile, driveProfile } from '../driving/driving.ts';
import type { EntityInfo, WorldLink } from '../link/world-link.ts';
import { useObservable, usePiece } from '../page/use-observable.ts';
import { share, speed } from '../quantities/quantities.ts';
import type { ModelSource } from '../scene/model-source.ts';
import { Figures } from './figures.tsx';
import { LeaseStrip } from './lease-strip.tsx';
import classes from './phone.module.css';
import { drivables, PhoneHands } from './phone-hands.ts';
import { StickPad } from './stick-pad.tsx';
import { LinkStrip, ViewNotes } from './view-notes.tsx';

/** A goal by a tap in the view. */
export interface PhoneGoal {
  readonly isPointing: boolean;
  readonly onToggle: () => void;
  /** How a journey stands, or why there is none. */
  readonly strip: ReactNode;
}

export interface PhonePageProps {
  readonly link: WorldLink;
  readonly models: ModelSource;
  /** The robot to drive. */
  readonly entity: string;
  /** The world's name, for people. */
  readonly title: string;
  /** Sending it somewhere, where one may. */
  readonly goal?: PhoneGoal | undefined;
  /** The 3D view, which follows the robot and fills what it is put in. */
  readonly view: (entity: string) => ReactNode;
  readonly onChoose: (entity: string) => void;
  readonly onBack: () => void;
}

/** Half the way to a robot's own speed: what a thumb can master. */
const FIRST_SPEED_LIMIT = 0.5;
const LOWEST_SPEED_LIMIT = 0.05;
const SLOW_SPEED_LIMIT = 0.15;

/** Driving one robot with the thumbs: the view on top, the stick and a big Stop below. */
export function PhonePage({ link, models, entity, title, goal, view, onChoose, onBack }: PhonePageProps) {
  const robot = usePiece(link.entities, (entities) => entities.get(entity));
  const isOpen = usePiece(link.status, ({ kind }) => kind === 'open');
  const [isChoosing, setChoosing] = useState(false);
  const hands = useHands(link);
  return (
    <main className={classes.page}>
      <div className={classes.view} data-offline={!isOpen || undefined}>
        {view(entity)}
      </div>
      <header className={classes.head}>
        <Title link={link} models={models} title={title} onBack={onBack} />
        <LinkStrip link={link} />
        {robot && hands && <Lease link={link} hands={hands} robot={robot} />}
        {goal?.strip}
        {robot && <ViewNotes link={link} robot={robot} />}
      </header>
      {robot && hands ? (
        <Controls key={robot.id} link={link} models={models} hands={hands} robot={robot} goal={goal} onChoose={() => setChoosing(true)} />
      ) : (
        <section className={classes.sheet}>{isOpen && <Missing onChoose={() => setChoosing(true)} />}</section>
      )}
      <Drawer opened={isChoosing} onClose={() => setChoosing(false)} position="bottom" title="Robots" size="60%">
        <Robots link={link} models={models} chosen={entity} onChoose={(id) => [setChoosing(false), onChoose(id)]} />
      </Drawer>
    </main>
  );
}

function useHands(link: WorldLink): PhoneHands | undefined {
  const [hands, setHands] = useState<PhoneHands>();
  useEffect(() => {
    const taken = new PhoneHands(link);
    setHands(taken);
    return () => taken[Symbol.dispose]();
  }, [link]);
  return hands;
}

function Title({ link, models, title, onBack }: Pick<PhonePageProps, 'link' | 'models' | 'title' | 'onBack'>) {
  const people = useObservable(link.people);
  const me = useObservable(link.me)?.id;
  const robots = usePiece(link.entities, () => drivables(link, models).length);
  return (
    <div className={classes.title}>
      <ActionIcon size={44} onClick={onBack} aria-label="Back">
        <IconChevronLeft size={22} aria-hidden />
      </ActionIcon>
      <div className={classes.names}>
        <h1>{title}</h1>
        <p>
          {counted(people.length, 'person', 'people')}, {counted(robots, 'robot', 'robots')}
        </p>
      </div>
      {people.slice(0, 3).map(({ id, name, colour, presence }) => (
        <Initials key={id} name={name} colour={colour} sizePx={32} look={id === me ? 'me' : presence === 'away' ? 'away' : 'plain'} />
      ))}
    </div>
  );
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function Lease({ link, hands, robot }: { readonly link: WorldLink; readonly hands: PhoneHands; readonly robot: EntityInfo }) {
  const state = usePiece(hands.pilot.states, (states) => states.get(robot.id));
  return <LeaseStrip link={link} leases={hands.leases} robot={robot} refusal={state?.kind === 'refused' ? state.reason : undefined} />;
}

interface ControlsProps extends Pick<PhonePageProps, 'link' | 'models' | 'goal'> {
  readonly hands: PhoneHands;
  readonly robot: EntityInfo;
  readonly onChoose: () => void;
}

function Controls({ link, models, hands, robot, goal, onChoose }: ControlsProps) {
  const model = useSyncExternalStore(models.subscribe.bind(models), () => models.get(robot.description.model));
  const [joints, setJoints] = useState({ forward: 1, left: 0 });
  const [limit, setLimit] = useState(FIRST_SPEED_LIMIT);
  const [isSlow, setSlow] = useState(false);
  const obstacle = useObservable(hands.pilot.obstacle);
  const profile = withJoints(driveProfile(model, robot.description), joints);
  const speedLimit = isSlow ? Math.min(limit, SLOW_SPEED_LIMIT) : limit;
  // The profile is made anew with each drawing; what matters of it is in the text.
  const what = JSON.stringify(profile);
  useEffect(() => {
    const read: DriveProfile | undefined = what === undefined ? undefined : JSON.parse(what);
    if (read) hands.take(robot.id, read, speedLimit);
  }, [hands, robot.id, what, speedLimit]);
  if (!profile)
    return (
      <section className={classes.sheet}>
        <Missing onChoose={onChoose} />
      </section>
    );
  const next = (axis: 'forward' | 'left') => setJoints((now) => ({ ...now, [axis]: (now[axis] + 1) % robot.description.dofs.length }));
  return (
    <section className={classes.sheet} aria-label={`Driving ${robot.description.name}`}>
      <Figures link={link} robot={robot} profile={profile} onNextJoint={next} />
      <div className={classes.limit}>
        <span>Speed limit</span>
        <TrackSlider
          label="Speed limit"
          low={LOWEST_SPEED_LIMIT}
          high={1}
          step={0.05}
          value={speedLimit}
          valueText={limitText(profile, speedLimit)}
          onChange={setLimit}
          onStart={() => setSlow(false)}
        />
        <output>{limitText(profile, speedLimit)}</output>
      </div>
      <StickPad stick={hands.stick} obstacle={obstacle} />
      <div className={classes.side}>
        <BigStop link={link} robot={robot} />
        <div className={classes.buttons}>
          <Button variant="default" aria-pressed={isSlow} leftSection={<IconWalk size={16} />} onClick={() => setSlow(!isSlow)}>
            Slow
          </Button>
          {goal && (
            <Button
              variant={goal.isPointing ? 'light' : 'default'}
              aria-pressed={goal.isPointing}
              leftSection={<IconTargetArrow size={16} />}
              onClick={goal.onToggle}
            >
              Goal
            </Button>
          )}
          <Button variant="default" leftSection={<IconList size={16} />} onClick={onChoose}>
            Robots
          </Button>
        </div>
      </div>
    </section>
  );
}

function withJoints(profile: DriveProfile | undefined, joints: { forward: number; left: number }): DriveProfile | undefined {
  if (profile?.kind !== 'joints') return profile;
  const last = profile.speedsPerS.length - 1;
  return { ...profile, forward: Math.min(joints.forward, last), left: last === 0 ? undefined : Math.min(joints.left, last) };
}

const limitText = (profile: DriveProfile, limit: number): string =>
  profile.kind === 'base' ? speed(profile.speedMPerS * limit) : share(limit);

/** Never hidden, disabled or covered; acts when it is touched, not when the finger lifts. */
function BigStop({ link, robot }: { readonly link: WorldLink; readonly robot: EntityInfo }) {
  const attempt = useAttempt();
  const stop = () => attempt.run(() => link.stop(robot.id, 'Stop pressed on a phone'));
  return (
    <div className={classes.stopPlace}>
      <button
        type="button"
        className={classes.stop}
        aria-label={`Stop ${robot.description.name}`}
        onPointerDown={stop}
        // A click that no pointer made: the keyboard, a screen reader.
        onClick={(event) => event.detail === 0 && stop()}
      >
        <IconHandStop size={40} aria-hidden />
        Stop
      </button>
      <Failure text={attempt.failure} />
    </div>
  );
}

function Missing({ onChoose }: { readonly onChoose: () => void }) {
  return (
    <div className={classes.missing}>
      <p>This robot is not here. Choose another one.</p>
      <Button size="lg" onClick={onChoose}>
        Robots
      </Button>
    </div>
  );
}

interface RobotsProps extends Pick<PhonePageProps, 'link' | 'models' | 'onChoose'> {
  readonly chosen: string;
}

function Robots({ link, models, chosen, onChoose }: RobotsProps) {
  useObservable(link.entities);
  const robots = drivables(link, models);
  if (robots.length === 0) return <p className={classes.empty}>No robots yet. Add one from the catalog, on a larger screen.</p>;
  return (
    <ul className={classes.robots}>
      {robots.map(({ id, name, colour }) => (
        <li key={id}>
          <button type="button" aria-current={id === chosen || undefined} onClick={() => onChoose(id)}>
            <Swatch colour={colour} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
