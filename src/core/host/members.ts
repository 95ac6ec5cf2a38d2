import { NEVER } from '../world/world.ts';
import type { Guided } from './followed.ts';
import type { Neighbour, Neighbourhood } from './neighbourhood.ts';
import { endMsOf } from './pace.ts';
import { HEAVIEST_PUSHED_KG, substanceOf } from './substance.ts';

export const isLight = (model: Neighbour['body']['model']): boolean => substanceOf(model).massKg <= HEAVIEST_PUSHED_KG;

export const moves = (near: Neighbourhood, other: Neighbour): boolean =>
  endMsOf(other.motion) > near.worldMs || (other.parent !== undefined && near.speedOf(other) > 0);

/** How something takes part that goes where its motion says. */
export function memberOf(near: Neighbourhood, other: Neighbour): Guided {
  return {
    kind: other.view.description.kind === 'static' ? 'fixed' : 'moved',
    body: other.body,
    stateHash: near.hashOf(other),
    endMs: other.parent === undefined ? endMsOf(other.motion) : NEVER,
    speedMPerS: near.speedOf(other),
    at: near.trajectory(other).at,
  };
}

export const partsFirst = (members: Iterable<Neighbour>): Neighbour[] =>
  [...members].sort((a, b) => Number(b.body.model.kind === 'part') - Number(a.body.model.kind === 'part'));
