import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconLock } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { WriteOutcome } from '../../../core/blackboard/mount.ts';
import type { BoardValue } from '../../../core/blackboard/value.ts';
import { readValue } from '../../../core/blackboard/value-text.ts';
import { Failure } from '../../controls/failure.tsx';
import { HoldButton } from '../../controls/hold-button.tsx';
import { type Attempt, useAttempt } from '../../controls/use-attempt.ts';
import type { BoardVariable, ShownValue } from '../../link/board-link.ts';
import { timeOfDayWithSeconds } from '../../quantities/quantities.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './blackboard.module.css';
import { editText, typingHint } from './value-words.ts';

/** To re-arm what was stopped is a deliberate act, here as everywhere. */
const isLatch = (name: string): boolean => /^robots\/[^/]+\/control\/stopped$/.test(name);

export interface WriteFieldProps {
  readonly variable: BoardVariable;
  readonly shown: ShownValue | undefined;
}

/** Writes a value where that is allowed; where it is not, says why. What became of it stands beside it. */
export function WriteField({ variable, shown }: WriteFieldProps) {
  const objection = useObjection(variable);
  const writing = useWriting(variable.name);
  if (objection !== undefined) {
    return (
      <p className={classes.locked}>
        <IconLock size={14} aria-hidden />
        <span>{objection}</span>
      </p>
    );
  }
  return (
    <div className={classes.write}>
      {variable.type === 'boolean' ? (
        <Switches variable={variable} shown={shown} write={writing.write} />
      ) : (
        <Typed variable={variable} shown={shown} {...writing} />
      )}
      {writing.writtenMs !== undefined && !writing.attempt.isRunning && (
        <p className={classes.written} role="status">
          <IconCheck size={14} aria-hidden /> Written at {timeOfDayWithSeconds(writing.writtenMs)}
        </p>
      )}
      <Failure text={writing.attempt.failure} />
    </div>
  );
}

function useObjection({ name, type, writers, objection }: BoardVariable): string | undefined {
  const room = useRoom();
  if (!room.may('operator')) return 'You came by a link to watch: operators may write. Ask for another link.';
  if (type === 'bytes') return 'Bytes are written by programs, not by hand.';
  if (objection === undefined) return undefined;
  if (writers.kind === 'participant') return `Read only: it is declared for ${writers.name} to write.`;
  return `Read only: the world says what ${name.split('/').at(-1)} is.`;
}

interface Writing {
  readonly attempt: Attempt;
  /** Milliseconds since 1970, of the last write that got through. */
  readonly writtenMs: number | undefined;
  readonly write: (value: BoardValue) => void;
}

function useWriting(name: string): Writing {
  const { link } = useRoom();
  const attempt = useAttempt();
  const [writtenMs, setWrittenMs] = useState<number>();
  const write = (value: BoardValue) => {
    setWrittenMs(undefined);
    attempt.run(async () => {
      const outcome = await link.board.write(name, value);
      if (outcome.kind === 'written') setWrittenMs(Date.now());
      return failureOf(outcome);
    });
  };
  return { attempt, writtenMs, write };
}

function failureOf(outcome: WriteOutcome): string | undefined {
  switch (outcome.kind) {
    case 'written':
      return undefined;
    case 'refused':
      return `Refused: ${outcome.reason}.`;
    case 'lost':
      return `Nobody can say whether it was written: ${outcome.reason}. Look, then try again.`;
  }
}

interface SwitchesProps extends WriteFieldProps {
  readonly write: (value: boolean) => void;
}

function Switches({ variable, shown, write }: SwitchesProps) {
  const now = shown?.type === 'boolean' ? shown.value : undefined;
  return (
    <div className={classes.switches}>
      <Button data-write size="32px" variant={now === true ? 'light' : 'default'} onClick={() => write(true)}>
        Write true
      </Button>
      {isLatch(variable.name) ? (
        <HoldButton onHeld={() => write(false)}>Hold to re-arm</HoldButton>
      ) : (
        <Button size="32px" variant={now === false ? 'light' : 'default'} onClick={() => write(false)}>
          Write false
        </Button>
      )}
    </div>
  );
}

function Typed({ variable, shown, attempt, write }: WriteFieldProps & Writing) {
  const { name, type, unit } = variable;
  const [text, setText] = useState<string>();
  const read = text === undefined ? undefined : readValue(text, type);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const typed = read ?? readValue(shown ? editText(shown) : '', type);
    if (typed.kind === 'wrong') {
      setText(text ?? '');
      return;
    }
    write(typed.value);
    setText(undefined);
  };
  return (
    <form onSubmit={send} className={classes.typed}>
      <TextInput
        data-write
        aria-label={`Write ${name}`}
        placeholder={typingHint(type, unit)}
        title={typingHint(type, unit)}
        spellCheck={false}
        inputMode={type === 'number' ? 'decimal' : 'text'}
        value={text ?? ''}
        error={read?.kind === 'wrong' && text !== '' ? read.reason : undefined}
        onFocus={({ currentTarget }) => {
          if (text !== undefined || !shown) return;
          setText(editText(shown));
          // Once it stands there: what is typed takes its place.
          requestAnimationFrame(() => currentTarget.select());
        }}
        onChange={(event) => {
          setText(event.currentTarget.value);
          attempt.clear();
        }}
        onKeyDown={(event) => event.key === 'Escape' && [event.stopPropagation(), setText(undefined), event.currentTarget.blur()]}
      />
      <Button type="submit" size="32px" variant="default" loading={attempt.isRunning} disabled={read?.kind !== 'value'}>
        Write
      </Button>
    </form>
  );
}
