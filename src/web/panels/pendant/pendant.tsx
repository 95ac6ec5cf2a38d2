import { Button } from '@mantine/core';
import { IconCircleDot } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { writePositions } from '../../../core/programs/positions.ts';
import { changeList, type ListChange, nextPositionName } from '../../../core/programs/taught/position-list.ts';
import { positionNow, taughtColumns } from '../../../core/programs/taught/position-now.ts';
import type { Model } from '../../../core/robots/model.ts';
import { Failure } from '../../controls/failure.tsx';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { Swatch } from '../../controls/swatch.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable } from '../../page/use-observable.ts';
import { type ChosenText, useChosenText } from '../../texts/chosen-text.ts';
import { ObservedText } from '../../texts/observed-text.ts';
import { SharingLine } from '../../texts/sharing-line.tsx';
import { TextBar } from '../../texts/text-bar.tsx';
import { useRoom, useSelected } from '../../world/room-context.ts';
import { ControlFoot } from '../inspector/control-foot.tsx';
import { Deeds } from './deeds.tsx';
import { Jogs } from './jogs.tsx';
import { LIST_WORDS, listOfFile } from './list-files.ts';
import classes from './pendant.module.css';
import { PositionRows } from './position-rows.tsx';
import { useReading } from './use-reading.ts';
import { useWhyNot } from './use-why-not.ts';

/** The selected robot is moved by hand, and where it stands becomes a position that programs go to. */
export function Pendant() {
  const room = useRoom();
  const selected = useSelected();
  useObservable(room.models.state);
  if (!selected)
    return <p className={classes.empty}>Select a robot in the view or in the outliner, to move it and to teach it positions.</p>;
  const model = room.models.get(selected.description.model);
  if (!model)
    return room.models.state.get().kind === 'ready' ? (
      <p className={classes.empty}>The catalog has no model of {selected.description.name}, so it can be taught nothing.</p>
    ) : (
      <RestingRows count={6} heightPx={36} />
    );
  if (selected.description.kind === 'static' || model.kind === 'shaft' || taughtColumns(model).length === 0)
    return <p className={classes.empty}>{selected.description.name} does not move by itself. Select a robot to teach it positions.</p>;
  return <PendantOf key={selected.id} info={selected} model={model} />;
}

function PendantOf({ info, model }: { readonly info: EntityInfo; readonly model: Model }) {
  const room = useRoom();
  const whyNot = useWhyNot(info);
  const list = useChosenText(room, {
    kind: 'positions',
    Session: ObservedText,
    place: info.id,
    usual: ({ name }) => name === info.description.name,
  });
  return (
    <section className={classes.pendant} aria-label={`Teach pendant of ${info.description.name}`} data-own-keys>
      <div className={classes.hand}>
        <h2 className={classes.head}>
          <Swatch colour={info.description.colour} />
          {info.description.name}
        </h2>
        <Jogs {...{ info, model, whyNot }} />
        <ControlFoot info={info} />
      </div>
      <Positions {...{ info, model, whyNot, list }} />
    </section>
  );
}

interface PositionsProps {
  readonly info: EntityInfo;
  readonly model: Model;
  readonly whyNot: string | undefined;
  readonly list: ChosenText<ObservedText>;
}

function Positions({ info, model, whyNot, list }: PositionsProps) {
  const room = useRoom();
  const { session, entry } = list;
  const { positions, diagnostics } = useReading(session);
  const [selected, select] = useState<string>();
  const [renamed, rename] = useState<string>();
  const attempt = useAttempt();
  const chosen = positions.find(({ name }) => name === selected);
  /** Answers why it was not done. */
  const change = (wish: ListChange): string | undefined => {
    if (!session) return 'The list is not open yet.';
    const answer = changeList(session.text.get(), wish);
    if (answer.kind === 'refused') return `${answer.reason}.`;
    session.apply(answer.edits);
    return undefined;
  };
  const record = () =>
    attempt.run(async () => {
      const position = { name: nextPositionName(positions), values: here() };
      if (session) {
        select(position.name);
        return change({ kind: 'add', position });
      }
      list.choose(await room.texts.make('positions', info.description.name, writePositions([position])));
      select(position.name);
      return undefined;
    });
  const here = () => positionNow(model, { pose: room.samples.pose(info), values: room.samples.values(info) });
  const mayWrite = room.may('operator');
  const isReady = list.entries !== undefined && !list.isComing && (entry === undefined || session !== undefined);
  const keys = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || !session) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'z') event.shiftKey ? session.redo() : session.undo();
    else if (isCommand && event.key.toLowerCase() === 'y') session.redo();
    else if (event.key === 'Escape') select(undefined);
    else if (event.key === 'Delete' && chosen && mayWrite) attempt.run(async () => change({ kind: 'remove', name: chosen.name }));
    else return;
    event.preventDefault();
  };
  return (
    <section className={classes.positions} aria-label="Positions" onKeyDown={keys}>
      <div className={classes.bar}>
        <h3>Positions</h3>
        <TextBar words={{ ...LIST_WORDS, placeholder: info.description.name }} chosen={list} textOf={listOfFile} />
        <Button leftSection={<IconCircleDot size={16} />} disabled={!mayWrite || !isReady} loading={attempt.isRunning} onClick={record}>
          Record
        </Button>
      </div>
      {session && <SharingLine session={session} />}
      {diagnostics.slice(0, 3).map(({ line, column, message, remedy }) => (
        <Failure key={`${line}:${column}`} text={`Line ${line} of the list: ${message}; ${remedy}.`} />
      ))}
      <Failure text={attempt.failure} />
      {!isReady ? (
        <RestingRows count={4} heightPx={36} />
      ) : positions.length === 0 ? (
        <p className={classes.empty}>{emptyWords(mayWrite, info.description.name)}</p>
      ) : (
        <PositionRows {...{ info, model, positions, selected, select, renamed, rename, change, mayWrite }} />
      )}
      {session && <Deeds {...{ info, model, chosen, whyNot, session, mayWrite, change, attempt, here, rename }} />}
    </section>
  );
}

const emptyWords = (mayWrite: boolean, robot: string): string =>
  mayWrite
    ? `No positions yet. Move ${robot} to where it should go, then press Record.`
    : 'No positions yet. Operators teach them; your link lets you look only.';
