import { Select } from '@mantine/core';
import { lazy, useEffect, useMemo, useState } from 'react';
import { readPositions, type Surroundings, type TaughtPosition } from '../../core/programs/programs.ts';
import type { RunView } from '../../core/running/running.ts';
import { Part } from '../controls/part.tsx';
import { RestingRows } from '../controls/resting-rows.tsx';
import { Settable } from '../link/observable.ts';
import { useObservable, usePiece } from '../page/use-observable.ts';
import { type ChosenText, useChosenText } from '../texts/chosen-text.ts';
import { ObservedText } from '../texts/observed-text.ts';
import { counted, Problems } from '../texts/problems.tsx';
import { groupOf, isDrivable } from '../world/groups.ts';
import type { Room } from '../world/room.ts';
import type { LanguageSource } from './language-help.ts';
import type { ProgramSession } from './program-session.ts';
import classes from './programs.module.css';
import { RunBar } from './run-bar.tsx';
import { RunFacts } from './run-facts.tsx';
import type { Standing } from './run-gutter.ts';
import { TextPane } from './text-pane.tsx';
import { useRun } from './use-run.ts';

const BlocksPane = lazy(async () => ({ default: (await import('./blocks/blocks-pane.tsx')).BlocksPane }));

export type ProgramView = 'text' | 'blocks' | 'both';

export interface ProgramWorkProps {
  readonly room: Room;
  readonly session: ProgramSession;
  readonly name: string;
  readonly view: ProgramView;
}

/** One program: with which robot and positions, its text and blocks, what is wrong with it, how it runs. */
export function ProgramWork({ room, session, name, view }: ProgramWorkProps) {
  const [standing] = useState(() => new Settable<Standing | undefined>(undefined));
  const { robot, setRobot, robots } = useRobots(room);
  const list = useChosenText(room, {
    kind: 'positions',
    Session: ObservedText,
    place: 'programs-positions',
    usual: (entry) => robots.some(({ id, description }) => id === robot && [id, description.name].includes(entry.name)),
  });
  const positions = usePositions(list.session);
  const kind = usePiece(session.sharing, (state) => state.kind);
  const text = usePiece(session.reading, (reading) => reading.text);
  const run = useRun(room.programs, robot);
  useStanding(session, run, standing);
  useSurroundings(room, session, positions, robot);
  const source = (): LanguageSource => ({
    ...{ surroundings: session.surroundings, positions: positions ?? [] },
    values: new Map(run?.variables.map((variable) => [variable.name, variable.value])),
    cellFlag: (flag) => room.flags.cell(flag),
  });
  if (kind === 'opening') return <RestingRows count={8} heightPx={20} />;
  return (
    <>
      <div className={classes.with}>
        <Select
          aria-label="Robot"
          placeholder="Robot"
          size="xs"
          data={robots.map(({ id, description }) => ({ value: id, label: description.name }))}
          value={robot ?? null}
          onChange={(id) => setRobot(id ?? undefined)}
        />
        <ListChoice list={list} />
        {robot !== undefined && room.may('operator') && (
          <RunBar room={room} session={session} name={name} robot={robot} positions={positions ?? []} run={run} />
        )}
      </div>
      <div className={classes.panes} data-view={view}>
        {view !== 'blocks' && <TextPane session={session} source={source} standing={standing} />}
        {view !== 'text' && (
          <Part resting={<RestingRows count={8} heightPx={28} />}>
            <BlocksPane session={session} source={source} standing={standing} />
          </Part>
        )}
      </div>
      {run && run.text === text && <RunFacts run={run} />}
      <ProgramProblems session={session} />
    </>
  );
}

function ProgramProblems({ session }: { readonly session: ProgramSession }) {
  const { diagnostics, text } = useObservable(session.reading);
  const lines = text === '' ? 0 : text.trimEnd().split('\n').length;
  return (
    <Problems
      diagnostics={diagnostics}
      facts={<small>{counted(lines, 'line')}</small>}
      onShow={({ from }) => session.shown.set({ at: from })}
      onFix={session.mayWrite ? ({ edits }) => session.apply(edits) : undefined}
    />
  );
}

/** The line at which the robot's program stands, if it is this text. */
function useStanding(session: ProgramSession, run: RunView | undefined, standing: Settable<Standing | undefined>): void {
  const text = usePiece(session.reading, (reading) => reading.text);
  const { phase, line } = run?.text === text && run !== undefined ? run : { phase: 'none', line: 0 };
  useEffect(() => {
    const look = phase === 'running' || phase === 'paused' || phase === 'failed' ? phase : undefined;
    standing.set(look && { line, look });
  }, [standing, phase, line]);
}

/** With which taught positions. */
function ListChoice({ list: { entries = [], entry, choose } }: { readonly list: ChosenText<ObservedText> }) {
  return (
    <Select
      aria-label="Positions"
      placeholder={entries.length === 0 ? 'No positions taught yet' : 'No positions'}
      size="xs"
      disabled={entries.length === 0}
      allowDeselect={false}
      data={entries.map(({ id, name }) => ({ value: id, label: name }))}
      value={entry?.id ?? null}
      onChange={(id) => id !== null && choose(id)}
    />
  );
}

/** Undefined until the list is open. */
function usePositions(session: ObservedText | undefined): readonly TaughtPosition[] | undefined {
  const [positions, setPositions] = useState<readonly TaughtPosition[]>();
  useEffect(() => {
    setPositions(undefined);
    if (!session) return;
    const tell = () => {
      if (session.sharing.get().kind !== 'opening') setPositions(readPositions(session.text.get()).positions);
    };
    tell();
    const endings = [session.text.subscribe(tell), session.sharing.subscribe(tell)];
    return () => {
      for (const end of endings) end();
    };
  }, [session]);
  return positions;
}

/** The selected robot, until another one is chosen here. */
function useRobots(room: Room) {
  useObservable(room.models.state);
  const entities = useObservable(room.link.entities);
  const { entity: selected } = useObservable(room.selection);
  const [asked, setRobot] = useState<string>();
  const robots = [...entities.values()].filter((info) => isDrivable(info, room.models) && groupOf(info, room.models) !== 'Building');
  const isRobot = (id: string | undefined) => robots.some((info) => info.id === id);
  const robot = [asked, selected, robots[0]?.id].find(isRobot);
  return { robots, robot, setRobot };
}

/** What is known of where the program will run: it is checked against that. */
function useSurroundings(
  room: Room,
  session: ProgramSession,
  positions: readonly TaughtPosition[] | undefined,
  robot: string | undefined,
): void {
  const model = usePiece(room.link.entities, (entities) => (robot === undefined ? undefined : entities.get(robot)?.description.model));
  const names = usePiece(room.link.entities, namesOf);
  const surroundings = useMemo((): Surroundings => {
    const found = model === undefined ? undefined : room.models.get(model);
    return {
      ...(found && { model: found, sensors: (found.mounts ?? []).map(({ name }) => name) }),
      ...(positions && { positions: positions.map(({ name }) => name) }),
      robots: names.split('\n'),
    };
  }, [room, model, names, positions]);
  useEffect(() => session.setSurroundings(surroundings), [session, surroundings]);
}

/** As one text, so that what has not changed is the same. */
const namesOf = (entities: ReadonlyMap<string, { readonly id: string; readonly description: { readonly name: string } }>): string =>
  [...entities.values()].flatMap(({ id, description }) => [id, description.name]).join('\n');
