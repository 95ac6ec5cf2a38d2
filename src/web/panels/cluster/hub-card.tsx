import { IconAlertTriangle } from '@tabler/icons-react';
import type { HubCard as Card, HubFigures } from '../../../core/api/hubs.ts';
import { Chip } from '../../controls/chip.tsx';
import { LineMark } from '../../plot/line-mark.tsx';
import { duration, fileSize, megabytes, perSecond, roundTripText, share } from '../../quantities/quantities.ts';
import classes from './cluster.module.css';
import { stateOf } from './cluster-facts.ts';
import { type Level, levelsOf } from './hub-levels.ts';

export interface HubCardProps {
  readonly card: Card;
  readonly colour: number | undefined;
  /** `own`: this page is there. */
  readonly place: 'own' | 'other';
  /** To the page's own hub and back; for that one, to the page. */
  readonly distance: { readonly to: string; readonly roundTripMs: number | undefined };
  readonly sinceHeardMs: number;
  /** `none`: it has a bus of its own, inside. */
  readonly bus: 'none' | 'servers';
}

/** One hub: how it is, how much it has to do, how far it is, and which worlds it saves. */
export function HubCard({ card, colour, place, distance, sinceHeardMs, bus }: HubCardProps) {
  const { mood, word } = stateOf(card, sinceHeardMs);
  const { name, url, state, participants, figures } = card;
  const isThere = state === 'here' || state === 'silent';
  return (
    <article className={classes.card} aria-label={`Hub ${name}`} data-there={isThere || undefined}>
      <header>
        <LineMark name={name} colour={colour} />
        {place === 'own' && <small>your hub</small>}
        <Chip mood={mood}>{word}</Chip>
      </header>
      <p className={classes.where} title={url}>
        {[new URL(url).host, figures && `version ${figures.version}`, isThere && figures && `up ${duration(figures.uptimeS * 1000)}`]
          .filter(Boolean)
          .join(', ')}
      </p>
      {isThere ? (
        <Figures {...{ card, distance, bus }} />
      ) : (
        <p className={classes.note}>
          {participants === 1 ? '1 participant was' : `${participants} participants were`} there when it was last heard.
        </p>
      )}
      {isThere && <Worlds card={card} />}
    </article>
  );
}

function Figures({ card, distance, bus }: Pick<HubCardProps, 'card' | 'distance' | 'bus'>) {
  const { participants, room, cpuShare, residentBytes, figures } = card;
  const levels = levelsOf(card);
  return (
    <dl className={classes.figures}>
      <Figure name="Participants" value={String(participants)} level={levels.participants} hint={`of ${room} at most`} />
      <Figure name="CPU" value={share(cpuShare)} level={levels.cpu} hint="Of one core, in the last second" />
      <Figure name="Memory" value={megabytes(residentBytes)} />
      <Figure
        name={`To ${distance.to}`}
        value={distance.roundTripMs === undefined ? '–' : roundTripText(distance.roundTripMs)}
        hint="There and back"
      />
      {figures && <Measured {...{ figures, bus }} level={levels.loop} />}
    </dl>
  );
}

function Measured({ figures, bus, level }: Pick<HubCardProps, 'bus'> & { readonly figures: HubFigures; readonly level: Level }) {
  const { loopP99Ms, loopMostMs, received, delivered, busRoundTripMs, storeRoundTripMs } = figures;
  const messagesPerS = received.messagesPerS + delivered.messagesPerS;
  const bytesPerS = received.bytesPerS + delivered.bytesPerS;
  return (
    <>
      <Figure
        name="Messages"
        value={perSecond(messagesPerS)}
        hint={`Through its door, both ways; ${fileSize(Math.round(bytesPerS))} a second`}
      />
      <Figure
        name="Loop delay"
        value={roundTripText(loopMostMs)}
        level={level}
        hint={`How late its process came to what was due, at most, in the last second; of 100 times 99 by ${roundTripText(loopP99Ms)} or less`}
      />
      <Figure name="Database" value={storeRoundTripMs === undefined ? 'silent' : roundTripText(storeRoundTripMs)} hint="There and back" />
      {bus === 'servers' && (
        <Figure
          name="Bus"
          value={busRoundTripMs === undefined ? 'silent' : roundTripText(busRoundTripMs)}
          hint="To a server of the bus and back"
        />
      )}
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly level?: Level;
  readonly hint?: string;
}

function Figure({ name, value, level = 'fine', hint }: FigureProps) {
  return (
    <div title={hint}>
      <dt>{name}</dt>
      <dd data-level={level}>
        {level !== 'fine' && <IconAlertTriangle size={12} role="img" aria-label="much" />}
        {value}
      </dd>
    </div>
  );
}

function Worlds({ card: { worlds } }: { readonly card: Card }) {
  const saved = worlds.filter(({ isOnDuty }) => isOnDuty);
  const others = worlds.filter(({ isOnDuty }) => !isOnDuty);
  const counted = ({ world, participants }: Card['worlds'][number]) => (worlds.length === 1 ? world : `${world} (${participants})`);
  const named = (list: Card['worlds']) => list.map(counted).join(', ');
  return (
    <p className={classes.worlds}>
      {saved.length > 0 && (
        <span title="It saves them, and writes down what happens there">
          On duty for <strong>{named(saved)}</strong>
        </span>
      )}
      {others.length > 0 && (
        <span>
          {saved.length > 0 ? 'Also open' : 'Open'}: {named(others)}
        </span>
      )}
      {worlds.length === 0 && <span>No world open</span>}
    </p>
  );
}
