import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SiteAnswer } from '../../../core/api/http.ts';
import { usePage } from '../../page/page-context.ts';
import { fixed } from '../../quantities/quantities.ts';
import { addressOf } from '../../router/router.ts';
import type { MapSession } from '../map-session.ts';
import classes from './building.module.css';

interface OutcomeProps {
  readonly answer: SiteAnswer;
  readonly session: MapSession;
  readonly world: string;
}

/** What became of it: what came, went and stayed; who is in the way; what is wrong. */
export function Outcome({ answer, session, world }: OutcomeProps) {
  switch (answer.kind) {
    case 'applied':
      return <Applied answer={answer} session={session} world={world} />;
    case 'refused':
      return (
        <>
          <Line mood="warn" icon={<IconAlertTriangle size={16} aria-hidden />}>
            Nothing has changed: {answer.inTheWay.length === 1 ? 'this would' : 'these would'} stand in a wall.
          </Line>
          <Places session={session} things={answer.inTheWay} />
        </>
      );
    case 'wrong':
      return (
        <>
          <Line mood="bad" icon={<IconAlertCircle size={16} aria-hidden />}>
            Nothing has changed: something in the building is not right.
          </Line>
          <ul className={classes.list}>
            {answer.concerns
              .filter(({ severity }) => severity === 'error')
              .map(({ place, floor, line, message, remedy }) => (
                <li key={`${place} ${line} ${message}`} className={classes.concern}>
                  {[floor, line === undefined ? undefined : `line ${line}`].filter((part) => part !== undefined).join(', ') || place}:{' '}
                  {message}
                  <small>{remedy}</small>
                </li>
              ))}
          </ul>
        </>
      );
  }
}

const things = (count: number): string => (count === 1 ? '1 thing' : `${count} things`);

function Applied({ answer, session, world }: { readonly answer: Extract<SiteAnswer, { kind: 'applied' }> } & Omit<OutcomeProps, 'answer'>) {
  const { router } = usePage();
  const { inserted, removed, kept, moved } = answer;
  const there = { kind: 'world', world, layout: undefined } as const;
  return (
    <>
      <Line mood="ok" icon={<IconCircleCheck size={16} aria-hidden />}>
        It stands in the world: {things(inserted)} came, {removed} went, {kept} stayed.{' '}
        <a
          href={addressOf(there)}
          onClick={(event) => {
            event.preventDefault();
            router.go(there);
          }}
        >
          Look at it
        </a>
      </Line>
      {moved.length > 0 && <p className={classes.words}>Moved out of the way, to:</p>}
      <Places session={session} things={moved} />
    </>
  );
}

function Line({ mood, icon, children }: { readonly mood: 'ok' | 'warn' | 'bad'; readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <p className={classes.line} data-mood={mood} role="status">
      {icon}
      <span>{children}</span>
    </p>
  );
}

type Affected = Extract<SiteAnswer, { kind: 'refused' }>['inTheWay'][number];

/** A press shows where it is, in the drawing. */
function Places({ session, things: all }: { readonly session: MapSession; readonly things: readonly Affected[] }) {
  if (all.length === 0) return null;
  return (
    <ul className={classes.list}>
      {all.map(({ id, name, at: { x, y }, reason }) => (
        <li key={id}>
          <button type="button" onClick={() => session.pointed.set({ placeCm: [x * 100, y * 100], name })}>
            <IconMapPin size={16} aria-hidden />
            <span>
              <strong>{name}</strong>
              {reason !== undefined && <small>{reason}</small>}
            </span>
            <span className={classes.place}>
              {fixed(x, 2)}, {fixed(y, 2)} m
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
