import type { Model } from '../../core/robots/model.ts';
import { lengthInCell, lengthOnFloor } from '../quantities/quantities.ts';
import classes from './own-robot.module.css';

/** What tells at a glance whether it was read as it was meant: its size above all. */
export function ModelFacts({ model }: { readonly model: Model }) {
  const triangles = model.links.reduce(
    (sum, { parts }) => sum + parts.reduce((count, { shape }) => count + (shape.kind === 'mesh' ? shape.triangles : 0), 0),
    0,
  );
  const { radiusM, heightM } = model.extent;
  const length = heightM < 10 && radiusM < 10 ? lengthInCell : lengthOnFloor;
  return (
    <dl className={classes.facts}>
      <dt>Height</dt>
      <dd>{length(heightM)}</dd>
      <dt>Radius</dt>
      <dd>{length(radiusM)}</dd>
      <dt>Links</dt>
      <dd>{model.links.length}</dd>
      <dt>Degrees of freedom</dt>
      <dd>{model.dofs.length}</dd>
      <dt>Triangles</dt>
      <dd>{triangles.toLocaleString('en-GB').replaceAll(',', ' ')}</dd>
    </dl>
  );
}
