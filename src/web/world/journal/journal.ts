import { contactWords } from '../../link/contact-words.ts';
import type { EntityInfo, Person } from '../../link/world-link.ts';

/**
 * What has happened in a world while this page watched: who drove what and when, stops, who came and went. A pure function of what the page
 * saw before and what it sees now; the timeline, the chat's asides and the notifications are drawn from it.
 */
export interface Journal {
  /** When each robot was driven, in world time; the last of a robot may still be going on. */
  readonly spans: readonly Span[];
  readonly stops: readonly StopMark[];
  readonly happenings: readonly Happening[];
  readonly seen: Seen | undefined;
}

export interface Span {
  readonly entity: string;
  readonly driver: string;
  readonly fromWorldMs: number;
  /** Undefined while it goes on. */
  readonly toWorldMs: number | undefined;
  /** By the clock on the wall, milliseconds since 1970. */
  readonly sinceMs: number;
}

export interface StopMark {
  readonly entity: string;
  readonly stopId: string;
  readonly by: string;
  readonly worldMs: number;
  readonly atMs: number;
}

export type HappeningKind = 'took' | 'asked' | 'stopped' | 'rearmed' | 'touched' | 'joined' | 'left';

export interface Happening {
  readonly id: number;
  readonly kind: HappeningKind;
  /** Who did it; of `touched`, what was in the way. */
  readonly by: string;
  readonly byName: string;
  readonly entity: string | undefined;
  readonly entityName: string | undefined;
  readonly atMs: number;
}

export interface Sight {
  readonly entities: ReadonlyMap<string, EntityInfo>;
  readonly people: readonly Person[];
  /** Whose page this is: that one comes and goes oneself is no news. */
  readonly me: string | undefined;
  readonly worldMs: number;
  /** Counts the resets: with a new one the timeline starts again. */
  readonly generation: number;
  readonly atMs: number;
}

interface Seen {
  readonly generation: number;
  readonly names: ReadonlyMap<string, string>;
  readonly robots: ReadonlyMap<
    string,
    { readonly driver: string | undefined; readonly stopId: string | undefined; readonly asking: readonly string[] }
  >;
}

export const EMPTY_JOURNAL: Journal = { spans: [], stops: [], happenings: [], seen: undefined };

const MOST_SPANS = 400;
const MOST_HAPPENINGS = 200;

export const driverOf = ({ control }: EntityInfo): string | undefined => control.driver ?? control.lease?.holder;

export function watched(journal: Journal, sight: Sight): Journal {
  const seen = see(sight);
  const before = journal.seen;
  // Whatever was so when the page came did not happen while it watched.
  if (!before) return { ...journal, spans: openSpans(sight), stops: openStops(sight), seen };
  const isAnew = before.generation !== sight.generation;
  const spans = isAnew ? openSpans(sight) : spansAfter(journal.spans, before, sight);
  const stops = isAnew ? openStops(sight) : stopsAfter(journal.stops, before, sight);
  const news = happened(before, seen, sight);
  if (news.length === 0 && spans === journal.spans && stops === journal.stops && sameSeen(before, seen)) return journal;
  let id = journal.happenings.at(-1)?.id ?? 0;
  const happenings = [...journal.happenings, ...news.map((happening) => ({ ...happening, id: ++id }))].slice(-MOST_HAPPENINGS);
  return {
    spans: spans.slice(-MOST_SPANS),
    stops: stops.slice(-MOST_SPANS),
    happenings: news.length === 0 ? journal.happenings : happenings,
    seen,
  };
}

function see({ entities, people, generation }: Sight): Seen {
  const names = new Map(people.map((person) => [person.id, person.name]));
  const robots = new Map(
    [...entities].map(([id, info]) => [id, { driver: driverOf(info), stopId: info.control.stop?.id, asking: info.control.asking }]),
  );
  return { generation, names, robots };
}

function sameSeen(before: Seen, now: Seen): boolean {
  if (before.names.size !== now.names.size || before.robots.size !== now.robots.size) return false;
  for (const [id, name] of now.names) if (before.names.get(id) !== name) return false;
  for (const [id, robot] of now.robots) {
    const old = before.robots.get(id);
    if (!old || old.driver !== robot.driver || old.stopId !== robot.stopId || old.asking !== robot.asking) return false;
  }
  return true;
}

const spanOf = (entity: string, driver: string, { worldMs, atMs }: Sight): Span => ({
  entity,
  driver,
  fromWorldMs: worldMs,
  toWorldMs: undefined,
  sinceMs: atMs,
});

const openSpans = (sight: Sight): Span[] =>
  [...sight.entities].flatMap(([id, info]) => {
    const driver = driverOf(info);
    return driver === undefined ? [] : [spanOf(id, driver, sight)];
  });

const openStops = (sight: Sight): StopMark[] =>
  [...sight.entities].flatMap(([entity, { control }]) =>
    control.stop ? [{ entity, stopId: control.stop.id, by: control.stop.by, worldMs: sight.worldMs, atMs: sight.atMs }] : [],
  );

function spansAfter(spans: readonly Span[], before: Seen, sight: Sight): readonly Span[] {
  const started: Span[] = [];
  const ended = new Set<string>();
  for (const [id, info] of sight.entities) {
    const driver = driverOf(info);
    const former = before.robots.get(id)?.driver;
    if (driver === former) continue;
    if (former !== undefined) ended.add(id);
    if (driver !== undefined) started.push(spanOf(id, driver, sight));
  }
  for (const [id, { driver }] of before.robots) if (driver !== undefined && !sight.entities.has(id)) ended.add(id);
  if (started.length === 0 && ended.size === 0) return spans;
  const closed = spans.map((span) =>
    span.toWorldMs === undefined && ended.has(span.entity) ? { ...span, toWorldMs: sight.worldMs } : span,
  );
  return [...closed, ...started];
}

function stopsAfter(stops: readonly StopMark[], before: Seen, sight: Sight): readonly StopMark[] {
  const fresh = openStops(sight).filter(({ entity, stopId }) => before.robots.get(entity)?.stopId !== stopId);
  return fresh.length === 0 ? stops : [...stops, ...fresh];
}

type News = Omit<Happening, 'id'>;

function happened(before: Seen, now: Seen, sight: Sight): News[] {
  const nameOf = (person: string) => now.names.get(person) ?? before.names.get(person) ?? person;
  const news: News[] = [];
  const tell = (kind: HappeningKind, by: string, info?: EntityInfo) =>
    news.push({ kind, by, byName: nameOf(by), entity: info?.id, entityName: info?.description.name, atMs: sight.atMs });
  for (const id of now.names.keys()) if (!before.names.has(id) && id !== sight.me) tell('joined', id);
  for (const id of before.names.keys()) if (!now.names.has(id) && id !== sight.me) tell('left', id);
  for (const [id, info] of sight.entities) {
    const old = before.robots.get(id);
    if (!old) continue;
    const driver = driverOf(info);
    if (driver !== undefined && driver !== old.driver) tell('took', driver, info);
    for (const asker of info.control.asking) if (!old.asking.includes(asker)) tell('asked', asker, info);
    const { stop } = info.control;
    if (stop && stop.id !== old.stopId) tell('stopped', stop.by, info);
    if (!stop && old.stopId !== undefined) tell('rearmed', driver ?? '', info);
  }
  return news;
}

/** What was in a robot's way: `other`, or itself. */
export interface Touch {
  readonly robot: EntityInfo;
  readonly other: string;
  readonly otherName: string | undefined;
  readonly atMs: number;
}

export function withTouch(journal: Journal, { robot, other, otherName, atMs }: Touch): Journal {
  const id = (journal.happenings.at(-1)?.id ?? 0) + 1;
  const names = { byName: otherName ?? 'something', entityName: robot.description.name };
  const happening: Happening = { id, kind: 'touched', by: other, entity: robot.id, ...names, atMs };
  return { ...journal, happenings: [...journal.happenings, happening].slice(-MOST_HAPPENINGS) };
}

export function sentence({ kind, by, byName, entity, entityName }: Happening): string {
  switch (kind) {
    case 'touched':
      return `${entityName} stopped: ${contactWords(entity ?? '', by, byName)}`;
    case 'took':
      return `${byName} took ${entityName}`;
    case 'asked':
      return `${byName} asks for ${entityName}`;
    case 'stopped':
      return `${byName} stopped ${entityName}`;
    case 'rearmed':
      return `${entityName} was re-armed`;
    case 'joined':
      return `${byName} joined`;
    case 'left':
      return `${byName} left`;
  }
}
