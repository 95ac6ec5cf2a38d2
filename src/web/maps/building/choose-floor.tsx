import { Select, TextInput } from '@mantine/core';
import type { WrittenFloor } from '../../../core/maps/maps.ts';
import { lengthOnFloor } from '../../quantities/quantities.ts';
import classes from './building.module.css';
import { type FloorChoice, newFloor } from './floor-choice.ts';
import type { BuildingState } from './world-building.ts';

interface ChooseFloorProps {
  readonly state: BuildingState;
  readonly floors: readonly WrittenFloor[];
  readonly mapName: string;
  readonly choice: FloorChoice;
  readonly onChoose: (choice: FloorChoice) => void;
}

/** A name of a floor is at most 80 letters, so this is none. */
const NEW = '\n'.repeat(100);

/** Of a world with a building: which floor the map is to be. Of one without: what it will be. */
export function ChooseFloor({ state, floors, mapName, choice, onChoose }: ChooseFloorProps) {
  if (state.kind !== 'known') {
    return (
      <p className={classes.words}>
        {state.kind === 'unreadable'
          ? 'The document of this world’s building (site.json among its files) cannot be read. This map takes its place, as a building of one floor.'
          : 'No building is kept with this world yet. This map becomes one, of one floor.'}
      </p>
    );
  }
  return (
    <div className={classes.fields}>
      <Select
        label="It becomes"
        allowDeselect={false}
        value={choice.kind === 'present' ? choice.name : NEW}
        onChange={(value) => onChoose(value === NEW || value === null ? newFloor(floors, mapName) : { kind: 'present', name: value })}
        data={[
          ...floors.toReversed().map(({ name, heightCm }) => ({ value: name, label: `${name}, at ${lengthOnFloor(heightCm / 100)}` })),
          { value: NEW, label: 'A new floor' },
        ]}
      />
      {choice.kind === 'new' && (
        <div className={classes.pair}>
          <TextInput
            label="Name"
            value={choice.name}
            maxLength={80}
            onChange={(event) => onChoose({ ...choice, name: event.currentTarget.value })}
          />
          <TextInput
            label="Height, m"
            inputMode="decimal"
            value={choice.height}
            onChange={(event) => onChoose({ ...choice, height: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}
