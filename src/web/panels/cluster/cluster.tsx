import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { HubCard as Card, Hubs } from '../../../core/api/hubs.ts';
import { Failure } from '../../controls/failure.tsx';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { useNow, useObservable, usePiece } from '../../page/use-observable.ts';
import type { PlotLine } from '../../plot/plot.tsx';
import { duration } from '../../quantities/quantities.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './cluster.module.css';
import { coloursOf, estatesOf, guestsOf, isStale, roundTripOf } from './cluster-facts.ts';
import { type ClusterKnown, type ClusterState, ClusterWatch } from './cluster-watch.ts';
import { Estates } from './estates.tsx';
import { GuestsTable } from './guests-table.tsx';
import { HubCard } from './hub-card.tsx';
import { minutesShown } from './hub-moments.ts';
import { LinksTable } from './links-table.tsx';

const Plots = lazy(async () => ({ default: (await import('./plots.tsx')).Plots }));

/** The hubs that carry this world: how each is and was, how far they are from each other, who is where, and who owns what. */
export function Cluster() {
  const state = useWatch();
  switch (state.kind) {
    case 'loading':
      return <RestingRows count={8} heightPx={36} />;
    case 'failed':
      return (
        <div className={classes.cluster}>
          <Failure text={state.reason} />
        </div>
      );
    case 'known':
      return <Known state={state} />;
  }
}

function useWatch(): ClusterState {
  const { hub, link } = useRoom();
  const [state, setState] = useState<ClusterState>({ kind: 'loading' });
  useEffect(() => {
    const watch = new ClusterWatch({ hub, link, nowMs: () => Date.now() });
    const end = watch.state.subscribe(() => setState(watch.state.get()));
    return () => {
      end();
      watch[Symbol.dispose]();
    };
  }, [hub, link]);
  return state;
}

function Known({ state }: { readonly state: ClusterKnown }) {
  const { hubs, moments, heardMs, failure } = state;
  const nowMs = Math.max(useNow(1000), heardMs);
  const colours = useColours(hubs.hubs);
  const plotted = usePlotted(hubs.hubs, colours);
  const present = hubs.hubs.filter(({ state: is }) => is === 'here' || is === 'silent');
  const minutes = minutesShown(moments, heardMs);
  const isOld = isStale(heardMs, nowMs);
  return (
    <section className={classes.cluster} aria-label="Hubs and this world">
      {isOld && (
        <Failure text={`Your hub has told nothing for ${duration(nowMs - heardMs)}. What you see is from then. ${failure ?? ''}`} />
      )}
      <Section title="Hubs" note={isOld ? 'as last known' : countOf(hubs.hubs)}>
        <div className={classes.cards}>
          {hubs.hubs.map((card) => (
            <OneHub key={card.hub} {...{ card, hubs, colours }} sinceHeardMs={nowMs - heardMs} />
          ))}
        </div>
        <Alone hubs={hubs} />
      </Section>
      <Section title={`Last ${minutes} minutes`} note="as your hub heard it">
        <Suspense fallback={<RestingRows count={4} heightPx={36} />}>
          <Plots hubs={plotted} moments={moments} {...{ minutes }} nowMs={isOld ? nowMs : heardMs} self={hubs.self} />
        </Suspense>
      </Section>
      {present.length > 1 && (
        <Section title="Links between hubs" note="there and back">
          <LinksTable hubs={present} colours={colours} />
        </Section>
      )}
      <InThisWorld state={state} colours={colours} />
    </section>
  );
}

function InThisWorld({
  state: { hubs, members },
  colours,
}: {
  readonly state: ClusterKnown;
  readonly colours: ReadonlyMap<string, number>;
}) {
  const { link } = useRoom();
  const entities = useObservable(link.entities);
  const people = useObservable(link.people);
  const me = usePiece(link.me, (person) => person?.id);
  const guests = guestsOf(members, people, me, hubs.self);
  const estates = estatesOf(entities.values(), members, me, hubs.self);
  const nameOfHub = (hub: string) => hubs.hubs.find((card) => card.hub === hub)?.name ?? hub;
  return (
    <div className={classes.pair}>
      <Section title="Participants of this world" note={String(guests.length)}>
        <GuestsTable {...{ guests, nameOfHub, colours }} />
      </Section>
      <Section title="Who owns what" note={String(entities.size)}>
        {estates.length === 0 ? (
          <p className={classes.note}>Nothing stands in this world yet. Add something from the catalog.</p>
        ) : (
          <Estates {...{ estates, people, nameOfHub, colours }} />
        )}
      </Section>
    </div>
  );
}

interface OneHubProps {
  readonly card: Card;
  readonly hubs: Hubs;
  readonly colours: ReadonlyMap<string, number>;
  readonly sinceHeardMs: number;
}

function OneHub({ card, hubs: { self, bus, hubs }, colours, sinceHeardMs }: OneHubProps) {
  const { link } = useRoom();
  const toPageMs = usePiece(link.time, (time) => time?.roundTripMs);
  const isOwn = card.hub === self;
  const ownName = hubs.find(({ hub }) => hub === self)?.name ?? self;
  const distance = isOwn
    ? { to: 'you', roundTripMs: toPageMs }
    : { to: ownName, roundTripMs: card.state === 'here' ? roundTripOf(hubs, self, card.hub) : undefined };
  return (
    <HubCard
      {...{ card, distance, sinceHeardMs }}
      bus={bus === 'none' ? 'none' : 'servers'}
      colour={colours.get(card.hub)}
      place={isOwn ? 'own' : 'other'}
    />
  );
}

/** Why there is only one, and what to do about it. */
function Alone({ hubs: { bus, hubs } }: { readonly hubs: Hubs }) {
  if (bus === 'reconnecting' || bus === 'closed')
    return (
      <Failure text="Your hub has lost the bus. It hears no other hub, and they hear nothing of this one, until a NATS server answers again." />
    );
  if (hubs.length > 1) return null;
  return (
    <p className={classes.note}>
      {bus === 'none'
        ? 'This hub serves alone. Hubs that are started with one --bus and one --db share their worlds, and take each other’s place.'
        : 'No other hub is on this bus. Start one with the same --bus and --db.'}
    </p>
  );
}

function Section({ title, note, children }: { readonly title: string; readonly note: string; readonly children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h3>
        {title}
        <small className={classes.headNote}>{note}</small>
      </h3>
      {children}
    </section>
  );
}

const countOf = (hubs: readonly Card[]): string => {
  const here = hubs.filter(({ state }) => state === 'here').length;
  return here === hubs.length ? `${here} here` : `${here} of ${hubs.length} here`;
};

/** For as long as the panel is open a hub keeps its colour. */
function useColours(hubs: readonly Card[]): ReadonlyMap<string, number> {
  const colours = useRef<ReadonlyMap<string, number>>(new Map());
  colours.current = coloursOf(colours.current, hubs.map(({ hub }) => hub).toSorted());
  return colours.current;
}

/** The same list while the hubs are the same: plots are made anew with another. */
function usePlotted(hubs: readonly Card[], colours: ReadonlyMap<string, number>): readonly PlotLine[] {
  const known = useRef<readonly PlotLine[]>([]);
  const plotted = hubs
    .map(({ hub, name }) => ({ id: hub, name, colour: colours.get(hub) ?? 1 }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  if (JSON.stringify(plotted) !== JSON.stringify(known.current)) known.current = plotted;
  return known.current;
}
