import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { NewVariable } from '../../../core/blackboard/blackboard.ts';
import { isName } from '../../../core/blackboard/names.ts';
import { VARIABLE_TYPES, type VariableType } from '../../../core/blackboard/value.ts';
import { Failure } from '../../controls/failure.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import { usePiece } from '../../page/use-observable.ts';
import { readNumber } from '../../quantities/quantities.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './blackboard.module.css';
import { useBoard } from './use-board.ts';

const TYPES: Readonly<Record<VariableType, string>> = {
  number: 'Number',
  boolean: 'True or false',
  text: 'Text',
  vector: 'Vector: several numbers',
  pose: 'Pose: where something stands',
  bytes: 'Bytes, with the name of their content',
};

type WhoWrites = 'anyone' | 'me';

export interface DeclareDialogProps {
  readonly onClose: () => void;
  readonly onDeclared: (name: string) => void;
}

/** Says what a new variable is. */
export function DeclareDialog({ onClose, onDeclared }: DeclareDialogProps) {
  const { link } = useRoom();
  const { watch } = useBoard();
  const me = usePiece(link.me, (person) => person?.id);
  const attempt = useAttempt();
  const [draft, setDraft] = useState<Draft>({ name: '', type: 'number', unit: '', who: 'anyone', goodFor: '' });
  const path = draft.name.trim();
  const declare = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(async () => {
      await link.board.declare(path, variableOf(draft, me));
      watch.hurry();
      onDeclared(path);
    });
  };
  return (
    <Modal opened onClose={onClose} title="New value" size={440}>
      <form onSubmit={declare} className={classes.dialog}>
        <Fields draft={draft} onChange={(change) => setDraft((before) => ({ ...before, ...change }))} />
        <Failure text={attempt.failure} />
        <div className={classes.dialogFoot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={attempt.isRunning} disabled={path === '' || isNameWrong(draft) || isGoodForWrong(draft)}>
            Declare
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** As it stands in the form. */
interface Draft {
  readonly name: string;
  readonly type: VariableType;
  readonly unit: string;
  readonly who: WhoWrites;
  /** In seconds. */
  readonly goodFor: string;
}

const isNameWrong = ({ name }: Draft): boolean => name.trim() !== '' && !isName(name.trim());
const isGoodForWrong = ({ goodFor }: Draft): boolean => goodFor.trim() !== '' && !((readNumber(goodFor) ?? 0) > 0);

function variableOf({ type, unit, who, goodFor }: Draft, me: string | undefined): NewVariable {
  const goodForS = readNumber(goodFor);
  return {
    ...{ type, unit: unit.trim() },
    ...(who === 'me' && me !== undefined && { writers: { kind: 'participant', id: me } }),
    ...(goodForS !== undefined && { goodForMs: goodForS * 1000 }),
  };
}

function Fields({ draft, onChange }: { readonly draft: Draft; readonly onChange: (change: Partial<Draft>) => void }) {
  return (
    <>
      <TextInput
        label="Name"
        description="A path of small letters, digits, - and _"
        placeholder="lab/temperature"
        value={draft.name}
        maxLength={160}
        spellCheck={false}
        data-autofocus
        required
        error={isNameWrong(draft) ? 'Use segments of a-z, 0-9, _ and - joined by /; not st or inv first' : undefined}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Type"
          value={draft.type}
          data={VARIABLE_TYPES.toSorted((a, b) => order(a) - order(b)).map((value) => ({ value, label: TYPES[value] }))}
          onChange={(event) => onChange({ type: event.currentTarget.value as VariableType })}
        />
        <TextInput
          label="Unit"
          placeholder="m, rad, °C"
          value={draft.unit}
          maxLength={32}
          onChange={(event) => onChange({ unit: event.currentTarget.value })}
        />
        <NativeSelect
          label="Who may write it"
          value={draft.who}
          data={[
            { value: 'anyone', label: 'Anyone' },
            { value: 'me', label: 'Only this page' },
          ]}
          onChange={(event) => onChange({ who: event.currentTarget.value as WhoWrites })}
        />
        <TextInput
          label="Good for, seconds"
          placeholder="as long as it likes"
          inputMode="decimal"
          value={draft.goodFor}
          error={isGoodForWrong(draft) ? 'A number above 0, or nothing' : undefined}
          onChange={(event) => onChange({ goodFor: event.currentTarget.value })}
        />
      </div>
    </>
  );
}

const order = (type: VariableType): number => Object.keys(TYPES).indexOf(type);
