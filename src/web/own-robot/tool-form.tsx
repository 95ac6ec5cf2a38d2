import { Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Model } from '../../core/robots/model.ts';
import { NumberField } from '../controls/number-field.tsx';
import { fixed } from '../quantities/quantities.ts';
import { FrameForm } from './frame-form.tsx';
import { gaps, withGripper, withoutTool, withTool } from './model-edits.ts';
import classes from './own-robot.module.css';

export interface ToolFormProps {
  readonly model: Model;
  readonly onModel: (model: Model) => void;
}

const NONE = 'none';

/** Where its tool is, and which degree of freedom is the gap between its fingers. */
export function ToolForm({ model, onModel }: ToolFormProps) {
  const { tool } = model;
  const possible = gaps(model);
  if (!tool)
    return (
      <>
        <p className={classes.none}>It has no tool. Its frame is what arms are moved by, and what is between the fingers of a gripper.</p>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => onModel(withTool(model, { link: model.links.length - 1 }))}
        >
          Give it a tool
        </Button>
      </>
    );
  const { gripper } = tool;
  return (
    <fieldset className={classes.form}>
      <legend>Tool</legend>
      <FrameForm model={model} link={tool.link} at={tool.at} of="Tool" onChange={(change) => onModel(withTool(model, change))} />
      <NativeSelect
        label="Gap between the fingers"
        description={
          possible.length === 0
            ? 'Needs a degree of freedom that slides and opens to more than 0 mm.'
            : 'Its value is how far they are apart.'
        }
        value={gripper?.dof ?? NONE}
        data={[
          { value: NONE, label: 'No gripper' },
          ...possible.map(({ dof }) => ({ value: String(dof), label: model.dofs[dof]?.name ?? '' })),
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onModel(
            withGripper(
              model,
              possible.find(({ dof }) => String(dof) === chosen),
            ),
          );
        }}
      />
      {gripper && (
        <div className={classes.range}>
          <span>widest</span>
          <NumberField
            label="Widest gap, millimetres"
            text={`${fixed(gripper.widestM * 1000, 1)} mm`}
            onEnter={(mm) => onModel(withGripper(model, { ...gripper, widestM: mm / 1000 }))}
          />
        </div>
      )}
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => onModel(withoutTool(model))}>
        Remove the tool
      </Button>
    </fieldset>
  );
}
