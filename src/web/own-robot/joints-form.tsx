import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Model } from '../../core/robots/model.ts';
import { TrackSlider } from '../controls/track-slider.tsx';
import { angle, lengthInCell } from '../quantities/quantities.ts';
import { DofForm } from './dof-form.tsx';
import { withNewDof } from './model-edits.ts';
import classes from './own-robot.module.css';

export interface JointsFormProps {
  readonly model: Model;
  /** At which each is shown. */
  readonly values: readonly number[];
  readonly selected: number | undefined;
  readonly onModel: (model: Model) => void;
  readonly onValues: (values: readonly number[]) => void;
  readonly onSelect: (index: number | undefined) => void;
}

/** All degrees of freedom to be tried, and the selected one to be changed. */
export function JointsForm({ model, values, selected, onModel, onValues, onSelect }: JointsFormProps) {
  const add = () => {
    const next = withNewDof(model);
    onModel(next.model);
    onValues(values.toSpliced(next.index, 0, 0));
    onSelect(next.index);
  };
  return (
    <>
      <DofList model={model} values={values} selected={selected} onSelect={onSelect} onValues={onValues} />
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
        Add a degree of freedom
      </Button>
      {selected !== undefined && model.dofs[selected] && (
        <DofForm
          key={selected}
          model={model}
          index={selected}
          onModel={onModel}
          onRemoved={(next) => {
            onModel(next);
            onValues(values.toSpliced(selected, 1));
            onSelect(next.dofs.length === 0 ? undefined : Math.min(selected, next.dofs.length - 1));
          }}
        />
      )}
    </>
  );
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
