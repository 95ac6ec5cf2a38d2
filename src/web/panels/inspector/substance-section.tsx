import { substanceOf } from '../../../core/host/substance.ts';
import type { EntityInfo } from '../../link/world-link.ts';
import { fixed, mass } from '../../quantities/quantities.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './inspector.module.css';

/** Of parts, which fall, lie and are pushed: what they weigh and how much they rub. */
export function SubstanceSection({ info }: { readonly info: EntityInfo }) {
  const model = useRoom().models.get(info.description.model);
  if (model?.kind !== 'part') return null;
  const { massKg, friction } = substanceOf(model);
  return (
    <section className={classes.section} data-ruled>
      <h3>Mass and friction</h3>
      <dl className={classes.facts}>
        <dt>Mass{model.massKg === undefined && ', by its size'}</dt>
        <dd>{mass(massKg)}</dd>
        <dt>Friction{model.friction === undefined && ', the usual'}</dt>
        <dd>{fixed(friction, 2)}</dd>
      </dl>
    </section>
  );
}
