import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Model, ModelKind } from '../../core/robots/model.ts';
import { modelSchema } from '../../core/robots/model-schema.ts';
import { Failure } from '../controls/failure.tsx';
import { RestingRows } from '../controls/resting-rows.tsx';
import { TrackSlider } from '../controls/track-slider.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { usePiece } from '../page/use-observable.ts';
import { angle, lengthInCell } from '../quantities/quantities.ts';
import { useRoom } from '../world/room-context.ts';
import { DofForm } from './dof-form.tsx';
import { withNewDof } from './model-edits.ts';
import { ModelPreview } from './model-preview.tsx';
import classes from './own-robot.module.css';

const KINDS: Record<ModelKind, string> = {
  arm: 'Robot arm',
  gantry: 'Gantry',
  conveyor: 'Conveyor',
  wheeled: 'Driving robot',
  legged: 'Walking robot',
  equipment: 'Equipment',
  part: 'Part',
  furniture: 'Furniture, stands still',
};
/** These need more than degrees of freedom: wheels, legs. */
const CHOSEN_BY_HAND: readonly ModelKind[] = ['arm', 'gantry', 'conveyor', 'equipment', 'part', 'furniture'];

export interface DofEditorProps {
  /** Of the model in the catalog. */
  readonly id: string;
  readonly onClose: () => void;
}

/** What moves, about which line, how far and how fast: so a bare mesh becomes a robot. */
export function DofEditor({ id, onClose }: DofEditorProps) {
  const room = useRoom();
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const state = usePiece(room.models.state, ({ kind }) => kind);
  const model = usePiece(room.models.state, () => (room.models.has(id) ? room.models.get(id) : undefined));
  return (
    <Modal
      opened
      onClose={onClose}
      title={model ? `Degrees of freedom of ${model.name}` : 'Degrees of freedom'}
      size={1040}
      fullScreen={isPhone}
    >
      {model && <Editing saved={model} onClose={onClose} />}
      {!model && state === 'loading' && <RestingRows count={6} heightPx={36} />}
      {!model && state !== 'loading' && <Failure text={`The catalog has no model ${id} any more. Import it again.`} />}
    </Modal>
  );
}

function Editing({ saved, onClose }: { readonly saved: Model; readonly onClose: () => void }) {
  const room = useRoom();
  const attempt = useAttempt();
  const [model, setModel] = useState(saved);
  const [selected, setSelected] = useState(saved.dofs.length > 0 ? 0 : undefined);
  const [values, setValues] = useState<readonly number[]>(() => saved.dofs.map(({ home }) => home));
  const problem = problemOf(model);
  const dof = selected === undefined ? undefined : model.dofs[selected];
  const add = () => {
    const next = withNewDof(model);
    setModel(next.model);
    setValues(values.toSpliced(next.index, 0, 0));
    setSelected(next.index);
  };
  const save = () =>
    attempt.run(async () => {
      await room.hub.putModel(model, [], 'replace');
      await room.models.load();
      onClose();
    });
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className={classes.stage}>
        <ModelPreview model={model} meshes={room.models.meshes} values={values} dof={selected} />
      </div>
      <div className={classes.side}>
        <NameAndKind model={model} onModel={setModel} />
        <DofList model={model} values={values} selected={selected} onSelect={setSelected} onValues={setValues} />
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          Add a degree of freedom
        </Button>
        {dof && selected !== undefined && (
          <DofForm
            key={selected}
            model={model}
            index={selected}
            onModel={setModel}
            onRemoved={(next) => {
              setModel(next);
              setValues(values.toSpliced(selected, 1));
              setSelected(next.dofs.length === 0 ? undefined : Math.min(selected, next.dofs.length - 1));
            }}
          />
        )}
      </div>
      <footer className={classes.foot}>
        <small>Everybody's catalog changes. What stands in a world already keeps its joints until it is added again.</small>
        <span className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={attempt.isRunning} disabled={problem !== undefined || model === saved}>
            Save
          </Button>
        </span>
        <Failure text={problem ?? attempt.failure} />
      </footer>
    </form>
  );
}

function NameAndKind({ model, onModel }: { readonly model: Model; readonly onModel: (model: Model) => void }) {
  return (
    <div className={classes.pairOfFields}>
      <TextInput
        label="Name"
        value={model.name}
        maxLength={80}
        onChange={(event) => onModel({ ...model, name: event.currentTarget.value })}
      />
      <NativeSelect
        label="Kind"
        value={model.kind}
        data={[...new Set([model.kind, ...CHOSEN_BY_HAND])].map((kind) => ({ value: kind, label: KINDS[kind] }))}
        onChange={(event) => onModel({ ...model, kind: event.currentTarget.value as ModelKind })}
      />
    </div>
  );
}

/** The hub would refuse it: said before anybody presses Save. */
function problemOf(model: Model): string | undefined {
  const issue = modelSchema.safeParse(model).error?.issues[0];
  if (!issue) return undefined;
  const [list, index, field] = issue.path;
  const name = list === 'dofs' && typeof index === 'number' ? `${model.dofs[index]?.name || `Degree of freedom ${index + 1}`}: ` : '';
  return `${name}${field === undefined ? '' : `${String(field)}: `}${issue.message}`;
}

interface DofListProps {
  readonly model: Model;
  readonly values: readonly number[];
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
  readonly onValues: (values: readonly number[]) => void;
}

/** Each with a slider, to see what it does. */
function DofList({ model, values, selected, onSelect, onValues }: DofListProps) {
  if (model.dofs.length === 0)
    return <p className={classes.none}>Nothing of it moves yet. Add a degree of freedom, then choose what moves with it.</p>;
  return (
    <ul className={classes.dofs} aria-label="Degrees of freedom">
      {model.dofs.map((dof, index) => {
        const value = Math.min(dof.high, Math.max(dof.low, values[index] ?? dof.home));
        const text = dof.kind === 'rotation' ? angle(value) : lengthInCell(value);
        const place = `${index} of ${model.dofs.length}`;
        return (
          <li key={place} data-selected={index === selected || undefined}>
            <button type="button" aria-pressed={index === selected} onClick={() => onSelect(index)}>
              {dof.name || 'unnamed'}
            </button>
            <TrackSlider
              label={`Try ${dof.name}`}
              low={dof.low}
              high={dof.high}
              from={Math.min(dof.high, Math.max(dof.low, 0))}
              value={value}
              valueText={text}
              onStart={() => onSelect(index)}
              onChange={(next) => onValues(model.dofs.map((each, i) => (i === index ? next : (values[i] ?? each.home))))}
            />
            <output>{text}</output>
          </li>
        );
      })}
    </ul>
  );
}
