import { Button, Modal, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { Model, ModelKind } from '../../core/robots/model.ts';
import { modelSchema } from '../../core/robots/model-schema.ts';
import { Failure } from '../controls/failure.tsx';
import { RestingRows } from '../controls/resting-rows.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { usePiece } from '../page/use-observable.ts';
import { useRoom } from '../world/room-context.ts';
import { JointsForm } from './joints-form.tsx';
import { ModelPreview } from './model-preview.tsx';
import { MountsForm } from './mounts-form.tsx';
import classes from './own-robot.module.css';
import { SubstanceForm } from './substance-form.tsx';
import { ToolForm } from './tool-form.tsx';

const KINDS: Record<ModelKind, string> = {
  arm: 'Robot arm',
  gantry: 'Gantry',
  conveyor: 'Conveyor',
  wheeled: 'Driving robot',
  legged: 'Walking robot',
  equipment: 'Equipment',
  part: 'Part',
  furniture: 'Furniture, stands still',
  structure: 'Part of a building',
  sign: 'Sign of a building',
  shaft: 'Shaft of an elevator',
  cabin: 'Cabin of an elevator',
};
/** These need more than degrees of freedom: wheels, legs. */
const CHOSEN_BY_HAND: readonly ModelKind[] = ['arm', 'gantry', 'conveyor', 'equipment', 'part', 'furniture'];

const SUBJECTS = [
  { value: 'joints', label: 'Joints' },
  { value: 'tool', label: 'Tool and gripper' },
  { value: 'sensors', label: 'Sensors' },
] as const;
type Subject = (typeof SUBJECTS)[number]['value'];

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
  const [subject, setSubject] = useState<Subject>('joints');
  const problem = problemOf(model);
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
        <ModelPreview model={model} meshes={room.models.meshes} values={values} dof={subject === 'joints' ? selected : undefined} />
      </div>
      <div className={classes.side}>
        <NameAndKind model={model} onModel={setModel} />
        <SubstanceForm model={model} onModel={setModel} />
        <SegmentedControl
          fullWidth
          aria-label="What is edited"
          data={[...SUBJECTS]}
          value={subject}
          onChange={(value) => setSubject(value as Subject)}
        />
        {subject === 'tool' && <ToolForm model={model} onModel={setModel} />}
        {subject === 'sensors' && <MountsForm model={model} onModel={setModel} />}
        {subject === 'joints' && (
          <JointsForm model={model} values={values} selected={selected} onModel={setModel} onValues={setValues} onSelect={setSelected} />
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
  const place = typeof index === 'number' ? index : -1;
  const named =
    list === 'dofs'
      ? model.dofs[place]?.name || `Degree of freedom ${place + 1}`
      : list === 'mounts'
        ? model.mounts?.[place]?.name || `Sensor ${place + 1}`
        : undefined;
  const name = named === undefined ? '' : `${named}: `;
  return `${name}${field === undefined ? '' : `${String(field)}: `}${issue.message}`;
}
