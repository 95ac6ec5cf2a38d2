import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Diagnostic } from '../../../core/base/diagnostics.ts';
import {
  checkTask,
  isOver,
  orderTask,
  readTask,
  type TaskChecking,
  type TaskOutcome,
  type TaskRow,
  type TaskView,
  writeTask,
} from '../../../core/tasks/tasks.ts';
import { Failure } from '../../controls/failure.tsx';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { TipButton } from '../../controls/tip-button.tsx';
import { type Attempt, useAttempt } from '../../controls/use-attempt.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable } from '../../page/use-observable.ts';
import { type ChosenText, useChosenText } from '../../texts/chosen-text.ts';
import { ObservedText } from '../../texts/observed-text.ts';
import { SharingLine } from '../../texts/sharing-line.tsx';
import { TextBar, type TextWords } from '../../texts/text-bar.tsx';
import { sortedOfKind } from '../../texts/text-shelf.ts';
import type { Room } from '../../world/room.ts';
import { failureOf } from '../../world/room-actions.ts';
import { useRoom } from '../../world/room-context.ts';
import { useRobots } from '../flags/use-robots.ts';
import { meantBy, type NamedEntries, readTexts, useNamedTexts } from './named-texts.ts';
import { TaskChart } from './task-chart.tsx';
import { type TaskChange, taskEdits } from './task-edits.ts';
import { TaskTableRow } from './task-row.tsx';
import classes from './tasks.module.css';

const WORDS: TextWords = { noun: 'task', title: 'Task', extension: 'task', placeholder: 'Turn, stamp, clean' };

/** Programs of several robots, coordinated by when they start. */
export function Tasks() {
  const room = useRoom();
  const chosen = useChosenText(room, { kind: 'task', Session: ObservedText, place: 'tasks', usual: () => true });
  const view = useObservable(room.tasks.current);
  const { entries, entry, session, isComing } = chosen;
  return (
    <section className={classes.tasks} aria-label="Task board">
      {entries === undefined || isComing || (entry && !session) ? (
        <RestingRows count={5} heightPx={36} />
      ) : entry && session ? (
        <Board key={entry.id} name={entry.name} {...{ chosen, session, view }} />
      ) : (
        <NoTask {...{ chosen, view }} />
      )}
      {view && <TaskChart view={view} />}
    </section>
  );
}

function NoTask({ chosen, view }: Pick<BoardProps, 'chosen' | 'view'>) {
  const room = useRoom();
  const attempt = useAttempt();
  const make = () => attempt.run(async () => chosen.choose(await room.texts.make('task', 'Task', '')));
  return (
    <div className={classes.table}>
      <div className={classes.bar}>
        <TextBar words={WORDS} chosen={chosen} textOf={taskOfFile} />
        <Controls {...{ view, attempt }} />
      </div>
      <Performed view={view} />
      <p className={classes.empty}>
        {room.may('operator') ? (
          <>
            No tasks yet. A task says which program each robot runs, and when.
            <Button variant="default" leftSection={<IconPlus size={16} />} loading={attempt.isRunning} onClick={make}>
              Make a task
            </Button>
          </>
        ) : (
          'No tasks yet. Operators make them; your link lets you look only.'
        )}
      </p>
      <Failure text={attempt.failure} />
    </div>
  );
}

interface BoardProps {
  readonly name: string;
  readonly chosen: ChosenText<ObservedText>;
  readonly session: ObservedText;
  readonly view: TaskView | undefined;
}

function Board({ name, chosen, session, view }: BoardProps) {
  const room = useRoom();
  const robots = useRobots();
  const text = useObservable(session.text);
  const attempt = useAttempt();
  const written = useMemo(() => readTask(text).rows, [text]);
  const programs = useNamedTexts(
    room,
    'program',
    written.map(({ program }) => program),
  );
  const lists = useNamedTexts(
    room,
    'positions',
    written.flatMap(({ positions }) => positions ?? []),
  );
  const { rows, diagnostics } = checked(room, text, { robots, programs, lists });
  const isMine = view !== undefined && view.name === name && view.rows.length === rows.length;
  const isReadOnly = !session.mayWrite;
  const change = (wish: TaskChange) => session.apply(taskEdits(session.text.get(), wish));
  const atRows = rows.map(({ at }) => diagnostics.filter(({ from }) => from >= at.from && from <= at.to));
  const elsewhere = diagnostics.filter((each) => !atRows.some((found) => found.includes(each)) && each.code !== 'empty');
  return (
    <div className={classes.table}>
      <div className={classes.bar}>
        <TextBar words={WORDS} chosen={chosen} textOf={taskOfFile} />
        <StartButton {...{ name, session, view, attempt }} isWrong={diagnostics.some(({ severity }) => severity === 'error')} />
        <Controls {...{ view, attempt }} />
      </div>
      <SharingLine session={session} />
      <Failure text={attempt.failure ?? programs.failure ?? lists.failure} />
      <Performed {...{ name, view }} />
      {elsewhere.slice(0, 3).map(({ line, column, message, remedy }) => (
        <Failure key={`${line}:${column}`} text={`Line ${line} of the task: ${message}; ${remedy}.`} />
      ))}
      <Heads />
      {rows.length === 0 && <p className={classes.empty}>No rows yet. Add one for each program.</p>}
      <ol className={classes.rows} aria-label="Programs of the task">
        {numbered(rows).map(({ index, row }) => (
          <TaskTableRow
            key={index}
            {...{ index, row, robots, isReadOnly }}
            count={rows.length}
            programs={programs.entries.map((entry) => entry.name)}
            lists={lists.entries.map((entry) => entry.name)}
            findings={atRows[index] ?? []}
            phase={isMine ? view.rows[index]?.phase : undefined}
            onChange={change}
          />
        ))}
      </ol>
      <Foot {...{ session, robots, programs, diagnostics, isReadOnly }} count={rows.length} onChange={change} />
    </div>
  );
}

/** Rows have no names: what stands at a place is what is shown there. */
const numbered = (rows: readonly TaskRow[]) => rows.map((row, index) => ({ index, row }));

interface Known {
  readonly robots: readonly EntityInfo[];
  readonly programs: NamedEntries;
  readonly lists: NamedEntries;
}

/** As soon as the texts are there they are looked at, too. */
function checked(room: Room, text: string, { robots, programs, lists }: Known): TaskChecking {
  const models = new Map(robots.map(({ id, description }) => [id, room.models.get(description.model)]));
  if (!programs.texts || !lists.texts) return checkTask(text, { robots: models });
  const [{ texts: of }, { texts: taught }] = [programs, lists];
  return checkTask(text, { robots: models, program: (name) => of?.get(name), positions: (name) => taught?.get(name) });
}

const Heads = () => (
  <div className={classes.heads} aria-hidden>
    <span>Start when</span>
    <span>Robot</span>
    <span>Value</span>
    <span>Run on</span>
    <span>Program</span>
    <span>Positions</span>
  </div>
);

interface PerformedProps {
  /** Of the task that is shown. */
  readonly name?: string;
  readonly view: TaskView | undefined;
}

/** Which task the world performs, where that is not the one that is shown; and why it does not get on. */
function Performed({ name, view }: PerformedProps) {
  if (!view) return null;
  return (
    <>
      {view.name !== name && !isOver(view.phase) && <p className={classes.empty}>The world performs another task: {view.name}.</p>}
      <Failure text={view.message} />
    </>
  );
}

interface ControlsProps {
  readonly view: TaskView | undefined;
  readonly attempt: Attempt;
}

interface StartButtonProps extends ControlsProps {
  readonly name: string;
  readonly session: ObservedText;
  readonly isWrong: boolean;
}

/** A world performs one task at a time. */
function StartButton({ name, session, view, isWrong, attempt }: StartButtonProps) {
  const room = useRoom();
  if (!room.may('operator') || (view && !isOver(view.phase))) return null;
  return (
    <Button
      leftSection={<IconPlayerPlay size={16} />}
      disabled={isWrong}
      title={isWrong ? 'Mend what is wrong with the task first.' : undefined}
      loading={attempt.isRunning}
      onClick={() => attempt.run(() => startTask(room, name, session.text.get()))}
    >
      Start
    </Button>
  );
}

/** Of the task that the world performs, whoever started it. */
function Controls({ view, attempt }: ControlsProps) {
  const room = useRoom();
  if (!room.may('operator') || !view || isOver(view.phase)) return null;
  const { tasks } = room;
  const ask = (action: () => Promise<TaskOutcome>) => attempt.run(async () => failureOf(await action()));
  const isPaused = view.phase === 'paused';
  return (
    <>
      <Button
        leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        onClick={() => ask(() => (isPaused ? tasks.resume() : tasks.pause()))}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={() => ask(() => tasks.stop())}>
        End
      </Button>
    </>
  );
}

/** With programs and lists as they are now. Answers what is in the way. */
async function startTask(room: Room, name: string, text: string): Promise<string | undefined> {
  const { rows } = readTask(text);
  const documents = room.texts.documents.get() ?? [];
  const programs = await readTexts(
    room,
    meantBy(
      rows.map(({ program }) => program),
      sortedOfKind(documents, 'program'),
    ),
  );
  const lists = await readTexts(
    room,
    meantBy(
      rows.flatMap(({ positions }) => positions ?? []),
      sortedOfKind(documents, 'positions'),
    ),
  );
  const { order, diagnostics } = orderTask(
    { id: name, name, text },
    { program: (of) => programs.get(of), positions: (of) => lists.get(of) },
  );
  if (!order) return `Not started: ${diagnostics[0]?.message ?? 'there are errors in it'}.`;
  return failureOf(await room.tasks.start(order));
}

interface FootProps {
  readonly session: ObservedText;
  readonly robots: readonly EntityInfo[];
  readonly programs: NamedEntries;
  readonly diagnostics: readonly Diagnostic[];
  readonly isReadOnly: boolean;
  readonly count: number;
  readonly onChange: (change: TaskChange) => void;
}

function Foot({ session, robots, programs, diagnostics, isReadOnly, count, onChange }: FootProps) {
  const history = useObservable(session.history);
  const [robot, program] = [robots[0]?.id, programs.entries[0]?.name];
  const isPossible = robot !== undefined && program !== undefined;
  const add = () => isPossible && onChange({ kind: 'add', row: { condition: { kind: 'none' }, robot, program, positions: undefined } });
  return (
    <footer className={classes.foot}>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={isReadOnly || !isPossible}
        title={isPossible ? undefined : 'Add a robot to the world and write a program first.'}
        onClick={add}
      >
        Add a row
      </Button>
      {count > 0 && diagnostics.length === 0 && (
        <span className={classes.fine}>
          <IconCircleCheck size={16} aria-hidden /> Every start can be reached, none is circular.
        </span>
      )}
      {!isPossible && <span className={classes.nothing}>Write a program first, in the program panel.</span>}
      <span className={classes.history}>
        <TipButton label="Undo a change of the task" disabled={history === 'none' || history === 'redo'} onClick={() => session.undo()}>
          <IconArrowBackUp size={18} />
        </TipButton>
        <TipButton label="Redo a change of the task" disabled={history === 'none' || history === 'undo'} onClick={() => session.redo()}>
          <IconArrowForwardUp size={18} />
        </TipButton>
      </span>
    </footer>
  );
}

/** With its comments; of JSON as lines. */
async function taskOfFile(file: File): Promise<string> {
  const text = (await file.text()).replaceAll('\r\n', '\n');
  const { rows, diagnostics } = readTask(text);
  const first = diagnostics[0];
  if (rows.length === 0 && first) throw new Error(`${file.name} is no task: line ${first.line}, ${first.message}`);
  return text.trimStart().startsWith('{') ? writeTask({ rows }) : text;
}
