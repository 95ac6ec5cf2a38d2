import { ORIGIN } from '../../base/pose.ts';
import type { Part } from '../../geometry/shape.ts';
import type { Model } from '../model.ts';

/** A body in one piece: furniture, a part, a box. */
export const thing = (described: Pick<Model, 'id' | 'name' | 'kind' | 'summary' | 'extent'>, parts: readonly Part[]): Model => ({
  ...described,
  links: [{ name: 'body', parent: -1, origin: ORIGIN, parts }],
  dofs: [],
});
