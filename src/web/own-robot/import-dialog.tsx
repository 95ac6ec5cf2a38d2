import { Button, Checkbox, Modal, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { ImportOptions } from '../../formats/formats.ts';
import { Failure } from '../controls/failure.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { useObservable } from '../page/use-observable.ts';
import { useRoom } from '../world/room-context.ts';
import { ChooseFiles } from './choose-files.tsx';
import type { BroughtFiles } from './dropped-files.ts';
import { importIntoCatalog } from './import-into-catalog.ts';
import { ModelFacts } from './model-facts.tsx';
import { ModelPreview } from './model-preview.tsx';
import classes from './own-robot.module.css';
import { Problems } from './problems.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { type Import, useImport } from './use-import.ts';

const AUTOMATIC = 'auto';
const UNITS = [
  { value: AUTOMATIC, label: 'Auto' },
  { value: '0.001', label: 'mm' },
  { value: '0.01', label: 'cm' },
  { value: '1', label: 'm' },
  { value: '0.0254', label: 'inch' },
];
const UP_AXES = [
  { value: AUTOMATIC, label: 'Auto' },
  { value: 'y', label: 'Y up' },
  { value: 'z', label: 'Z up' },
];

export interface ImportDialogProps {
  readonly files: BroughtFiles;
  readonly onClose: () => void;
}

/** Files that others made become a model of the catalog, for everybody. */
export function ImportDialog({ files, onClose }: ImportDialogProps) {
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const reading = useImport(files);
  const hasBody = reading.body !== undefined;
  return (
    <Modal opened onClose={onClose} title="Import a robot" size={hasBody ? 920 : 560} fullScreen={isPhone}>
      {hasBody ? <Found reading={reading} onClose={onClose} /> : <Looking reading={reading} onClose={onClose} />}
    </Modal>
  );
}

function Looking({ reading, onClose }: { readonly reading: Import; readonly onClose: () => void }) {
  const { stage } = reading;
  const isBusy = stage.kind === 'loading' || stage.kind === 'parsing';
  return (
    <div className={classes.looking}>
      {isBusy && <ReadingProgress stage={stage} />}
      {stage.kind === 'refused' && (
        <>
          <Problems problems={stage.problems} mood="bad" />
          <p className={classes.none}>Nothing was changed. Correct the file, choose another one, or change how it is read:</p>
          <Choices reading={reading} />
        </>
      )}
      {!isBusy && <ChooseFiles onFiles={reading.bring} look={stage.kind === 'refused' ? 'again' : 'first'} />}
      {isBusy && (
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      )}
    </div>
  );
}

function Found({ reading, onClose }: { readonly reading: Import; readonly onClose: () => void }) {
  const room = useRoom();
  const catalog = useObservable(room.models.state);
  const attempt = useAttempt();
  const [typed, setTyped] = useState<string>();
  const [isReplacing, setReplacing] = useState(false);
  const [isInserting, setInserting] = useState(true);
  const { body, stage } = reading;
  if (!body) return null;
  const name = typed ?? body.model.name;
  const sameName = catalog.kind === 'ready' ? catalog.models.find((model) => model.name === name.trim()) : undefined;
  const importIt = () =>
    attempt.run(async () => {
      const replaced = isReplacing ? sameName : undefined;
      const after = await importIntoCatalog(room, { body, name: name.trim(), replaced, afterwards: isInserting ? 'insert' : 'nothing' });
      if (after !== undefined) room.report(after);
      room.isAdding.set(false);
      onClose();
    });
  const isBusy = stage.kind === 'loading' || stage.kind === 'parsing';
  return (
    <form
      className={classes.found}
      onSubmit={(event) => {
        event.preventDefault();
        importIt();
      }}
    >
      <div className={classes.stage}>
        <ModelPreview model={body.model} meshes={reading.meshes} />
        {isBusy && (
          <div className={classes.over}>
            <ReadingProgress stage={stage} />
          </div>
        )}
      </div>
      <div className={classes.side}>
        <TextInput label="Name" value={name} maxLength={80} data-autofocus onChange={(event) => setTyped(event.currentTarget.value)} />
        {sameName && (
          <Checkbox
            label={`Replace the ${sameName.name} of the catalog, in all worlds`}
            checked={isReplacing}
            onChange={(event) => setReplacing(event.currentTarget.checked)}
          />
        )}
        <Choices reading={reading} />
        <ModelFacts model={body.model} />
        {stage.kind === 'refused' ? <Problems problems={stage.problems} mood="bad" /> : <Problems problems={body.problems} mood="warn" />}
      </div>
      <footer className={classes.foot}>
        <Checkbox label="Insert one where I look" checked={isInserting} onChange={(event) => setInserting(event.currentTarget.checked)} />
        <span className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={attempt.isRunning} disabled={stage.kind !== 'ready' || name.trim() === ''}>
            Import
          </Button>
        </span>
        <Failure text={attempt.failure} />
      </footer>
    </form>
  );
}

function Choices({ reading }: { readonly reading: Import }) {
  const { options, sources, choose } = reading;
  const unit = options.unitM === undefined ? AUTOMATIC : String(options.unitM);
  return (
    <>
      {sources.length > 1 && (
        <NativeSelect
          label="Which file"
          value={options.main ?? sources[0]}
          data={[...sources]}
          onChange={(event) => choose({ main: event.currentTarget.value })}
        />
      )}
      <Choice
        label="One unit in the file is"
        data={UNITS}
        value={unit}
        onChange={(value) => choose({ unitM: value === AUTOMATIC ? undefined : Number(value) })}
      />
      <Choice
        label="In the file, up is"
        data={UP_AXES}
        value={options.up ?? AUTOMATIC}
        onChange={(value) => choose({ up: value === AUTOMATIC ? undefined : (value as ImportOptions['up']) })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly data: { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, data, value, onChange }: ChoiceProps) {
  return (
    <div className={classes.choice}>
      <span>{label}</span>
      <SegmentedControl fullWidth aria-label={label} data={data} value={value} onChange={onChange} />
    </div>
  );
}
