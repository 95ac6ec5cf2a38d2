import { Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCircleCheck,
  IconDotsVertical,
  IconHourglass,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Diagnostic } from '../../../core/base/diagnostics.ts';
import { FINISHED, type RowPhase, STARTED, type StartCondition, type TaskRow } from '../../../core/tasks/tasks.ts';
import { TipButton } from '../../controls/tip-button.tsx';
import { useTypeOver } from '../../controls/use-type-over.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { readNumber } from '../../quantities/quantities.ts';
import { CELL_FLAGS } from '../flags/flag-watch.ts';
import type { TaskChange } from './task-edits.ts';
import classes from './tasks.module.css';

export interface TaskRowProps {
  readonly index: number;
  readonly count: number;
  readonly row: TaskRow;
  readonly robots: readonly EntityInfo[];
  readonly programs: readonly string[];
  readonly lists: readonly string[];
  readonly findings: readonly Diagnostic[];
  /** While the task runs. */
  readonly phase: RowPhase | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (change: TaskChange) => void;
}

const KINDS: readonly { readonly kind: StartCondition['kind']; readonly letter: string; readonly words: string }[] = [
  { kind: 'none', letter: 'N', words: 'with the task' },
  { kind: 'time', letter: 'T', words: 'after a time' },
  { kind: 'status', letter: 'S', words: 'when a robot has started or finished' },
  { kind: 'flag', letter: 'F', words: 'when a flag has a value' },
];

/** One program of a task: when it starts, on which robot, with which positions. */
export function TaskTableRow(props: TaskRowProps) {
  const { index, row, robots, programs, lists, findings, phase, isReadOnly, onChange } = props;
  const { condition } = row;
  const set = (change: Partial<TaskRow>) => onChange({ kind: 'set', at: index, row: { ...row, ...change } });
  const options = robots.map(({ id, description }) => ({ value: id, label: description.name }));
  const worst = findings.some(({ severity }) => severity === 'error') ? 'error' : findings.length > 0 ? 'warning' : undefined;
  return (
    <li className={classes.row} data-phase={phase} data-worst={worst} aria-label={`Row ${index + 1}: ${row.program} on ${row.robot}`}>
      <fieldset className={classes.kinds} disabled={isReadOnly} aria-label={`Row ${index + 1} starts`}>
        {KINDS.map(({ kind, letter, words }) => (
          <button
            key={kind}
            type="button"
            aria-pressed={condition.kind === kind}
            aria-label={words}
            title={words}
            onClick={() => set({ condition: firstOf(kind, robots) })}
          >
            {letter}
          </button>
        ))}
      </fieldset>
      <Labelled text="Robot">
        <ConditionOf {...props} options={options} onSet={(next) => set({ condition: next })} />
      </Labelled>
      <Labelled text="Value">
        <ConditionValue {...props} onSet={(next) => set({ condition: next })} />
      </Labelled>
      <Labelled text="Run on">
        <Choice label="Run on" value={row.robot} options={options} isReadOnly={isReadOnly} onChoose={(robot) => set({ robot })} />
      </Labelled>
      <Labelled text="Program">
        <Choice
          label="Program"
          value={row.program}
          options={named(programs)}
          isReadOnly={isReadOnly}
          onChoose={(program) => set({ program })}
        />
      </Labelled>
      <Labelled text="Positions">
        <Choice
          label="Positions"
          value={row.positions ?? ''}
          options={[{ value: '', label: '–' }, ...named(lists)]}
          isReadOnly={isReadOnly}
          onChoose={(list) => set({ positions: list === '' ? undefined : list })}
        />
      </Labelled>
      <Phase phase={phase} worst={worst} />
      {!isReadOnly && <RowMenu {...props} />}
      {findings.map(({ code, message, remedy, severity }) => (
        <p key={code + message} className={classes.finding} data-severity={severity}>
          <IconAlertTriangle size={14} aria-hidden /> {message}; {remedy}.
        </p>
      ))}
    </li>
  );
}

const named = (names: readonly string[]) => [...new Set(names)].map((name) => ({ value: name, label: name }));

function firstOf(kind: StartCondition['kind'], robots: readonly EntityInfo[]): StartCondition {
  const robot = robots[0]?.id ?? '#1';
  switch (kind) {
    case 'none':
      return { kind };
    case 'time':
      return { kind, afterS: 1 };
    case 'status':
      return { kind, robot, status: FINISHED };
    case 'flag':
      return { kind, flag: robot, value: 1 };
  }
}

/** Its head stands above the table where that is wide, and above each of its cells where it is not. */
const Labelled = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <span className={classes.cell}>
    <small aria-hidden>{text}</small>
    {children}
  </span>
);

interface Option {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly isReadOnly: boolean;
  readonly onChoose: (value: string) => void;
}

/** What is chosen is there, though it may not be in the world any more. */
function Choice({ label, value, options, isReadOnly, onChoose }: ChoiceProps) {
  const all = options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
  return (
    <select
      className={classes.field}
      aria-label={label}
      value={value}
      disabled={isReadOnly}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {all.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

type ConditionProps = TaskRowProps & { readonly onSet: (condition: StartCondition) => void };

function ConditionOf({ row: { condition }, options, isReadOnly, onSet }: ConditionProps & { readonly options: readonly Option[] }) {
  switch (condition.kind) {
    case 'none':
    case 'time':
      return <span className={classes.nothing}>–</span>;
    case 'status':
      return (
        <Choice
          label="Whose status"
          value={condition.robot}
          options={options}
          isReadOnly={isReadOnly}
          onChoose={(robot) => onSet({ ...condition, robot })}
        />
      );
    case 'flag': {
      const cells = Array.from({ length: CELL_FLAGS }, (_, flag) => ({ value: `#${flag + 1}`, label: `Flag ${flag + 1}` }));
      return (
        <Choice
          label="Whose flag"
          value={condition.flag}
          options={[...options, ...cells]}
          isReadOnly={isReadOnly}
          onChoose={(flag) => onSet({ ...condition, flag })}
        />
      );
    }
  }
}

function ConditionValue({ row: { condition }, isReadOnly, onSet }: ConditionProps) {
  switch (condition.kind) {
    case 'none':
      return <span className={classes.nothing}>–</span>;
    case 'time':
      return (
        <NumberCell
          label="Seconds"
          value={condition.afterS}
          isReadOnly={isReadOnly}
          onEnter={(typed) => onSet({ ...condition, afterS: Math.max(0, typed) })}
        />
      );
    case 'status':
      return (
        <Choice
          label="Status"
          value={String(condition.status)}
          options={[
            { value: String(STARTED), label: '1 started' },
            { value: String(FINISHED), label: '2 finished' },
          ]}
          isReadOnly={isReadOnly}
          onChoose={(status) => onSet({ ...condition, status: status === String(STARTED) ? STARTED : FINISHED })}
        />
      );
    case 'flag':
      return (
        <NumberCell
          label="Value of the flag"
          value={condition.value}
          isReadOnly={isReadOnly}
          onEnter={(typed) => onSet({ ...condition, value: Math.round(typed) })}
        />
      );
  }
}

interface NumberCellProps {
  readonly label: string;
  readonly value: number;
  readonly isReadOnly: boolean;
  readonly onEnter: (value: number) => void;
}

function NumberCell({ label, value, isReadOnly, onEnter }: NumberCellProps) {
  const { input } = useTypeOver(String(value), (taken) => {
    const number = readNumber(taken);
    if (number !== undefined && number !== value) onEnter(number);
  });
  return (
    <input
      className={classes.field}
      aria-label={label}
      inputMode="decimal"
      readOnly={isReadOnly}
      onFocus={(event) => event.currentTarget.select()}
      {...input}
    />
  );
}

const PHASES: Readonly<Record<RowPhase, { readonly words: string; readonly Icon: typeof IconX }>> = {
  waiting: { words: 'waits', Icon: IconHourglass },
  due: { words: 'due: its robot is busy', Icon: IconHourglass },
  running: { words: 'runs', Icon: IconPlayerPlay },
  paused: { words: 'paused', Icon: IconPlayerPause },
  finished: { words: 'finished', Icon: IconCircleCheck },
  failed: { words: 'failed', Icon: IconX },
  ended: { words: 'ended', Icon: IconX },
};

function Phase({ phase, worst }: { readonly phase: RowPhase | undefined; readonly worst: string | undefined }) {
  const { words, Icon } =
    phase !== undefined
      ? PHASES[phase]
      : worst === undefined
        ? { words: 'nothing is wrong', Icon: IconCircleCheck }
        : { words: worst, Icon: IconAlertTriangle };
  return (
    <span className={classes.phase} role="img" aria-label={words} title={words}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

function RowMenu({ index, count, onChange }: TaskRowProps) {
  return (
    <span className={classes.menu}>
      <Menu position="bottom-end">
        <Menu.Target>
          <TipButton label={`More about row ${index + 1}`} size={28}>
            <IconDotsVertical size={16} />
          </TipButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArrowUp size={16} />}
            disabled={index === 0}
            onClick={() => onChange({ kind: 'move', at: index, before: index - 1 })}
          >
            Move up
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} />}
            disabled={index === count - 1}
            onClick={() => onChange({ kind: 'move', at: index, before: index + 2 < count ? index + 2 : undefined })}
          >
            Move down
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => onChange({ kind: 'remove', at: index })}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
