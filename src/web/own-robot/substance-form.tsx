import type { Model } from '../../core/robots/model.ts';
import { NumberField } from '../controls/number-field.tsx';
import { fixed } from '../quantities/quantities.ts';
import classes from './own-robot.module.css';

export interface SubstanceFormProps {
  readonly model: Model;
  readonly onModel: (model: Model) => void;
}

/** What a part weighs and how much it rubs; robots do not fall over. */
export function SubstanceForm({ model, onModel }: SubstanceFormProps) {
  if (model.kind !== 'part') return null;
  return (
    <div className={classes.pairOfFields}>
      <div className={classes.choice}>
        <span>Mass</span>
        <NumberField
          label="Mass, kilograms"
          text={model.massKg === undefined ? 'by its size' : `${fixed(model.massKg, 3)} kg`}
          onEnter={(massKg) => onModel({ ...model, massKg })}
        />
      </div>
      <div className={classes.choice}>
        <span>Friction</span>
        <NumberField
          label="Friction, 0 like ice, 1 like rubber"
          text={model.friction === undefined ? 'usual' : fixed(model.friction, 2)}
          onEnter={(friction) => onModel({ ...model, friction })}
        />
      </div>
    </div>
  );
}
