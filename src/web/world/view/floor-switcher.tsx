import { IconStack2 } from '@tabler/icons-react';
import { useObservable } from '../../page/use-observable.ts';
import { useRoom } from '../room-context.ts';
import classes from './view.module.css';

/** The floors of a building, the highest first, as in an elevator. */
export function FloorSwitcher() {
  const { floorView } = useRoom();
  const floors = useObservable(floorView.floors);
  const chosen = useObservable(floorView.chosen);
  if (floors.length < 2) return null;
  return (
    <div className={classes.floors} role="radiogroup" aria-label="Floor">
      {floors.toReversed().map(({ id, name }) => (
        <Choice key={id} name={name} isChosen={chosen === id} onChoose={() => floorView.choose(id)} />
      ))}
      <Choice
        name="All floors"
        isChosen={chosen === 'all'}
        onChoose={() => floorView.choose('all')}
        icon={<IconStack2 size={16} aria-hidden />}
      />
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly icon?: React.ReactNode;
}

function Choice({ name, isChosen, onChoose, icon }: ChoiceProps) {
  return (
    <label className={classes.floor}>
      <input type="radio" name="floor" checked={isChosen} onChange={onChoose} />
      {icon}
      <span>{name}</span>
    </label>
  );
}
