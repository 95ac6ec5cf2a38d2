import type { Place } from '../maps/maps.ts';
import { collisionBodyOf, postured, support } from '../physics/physics.ts';
import type { EntityView, Participant } from '../world/world.ts';
import type { Models } from './traffic.ts';

const DIRECTIONS = 16;
/** A leaf is told by places no farther apart than this. */
const STEP_M = 0.2;
const OTHER_FLOOR_M = 1.5;
/** Nearer than this two places are one. */
const SAME_M = 0.05;

/**
 * What of doors and elevators a robot could touch. They are no walls: whoever owns one may move it, so that robots of others are stopped farther from it than from a
 * wall, and have to pass it with more room.
 */
export class Posts {
  readonly #known = new Map<string, { readonly hash: number; readonly places: readonly Place[] }>();
  readonly #world: Participant;
  readonly #models: Models;

  constructor(world: Participant, models: Models) {
    this.#world = world;
    this.#models = models;
  }

  /** Those of one height. */
  at(z: number): Place[] {
    return this.#world.entities.flatMap((view) => {
      const model = view.description.kind === 'static' ? undefined : this.#models(view.description.model);
      const isNear = model?.kind === 'structure' && Math.abs(view.posture.pose.z - z) < OTHER_FLOOR_M;
      return isNear ? this.#of(view) : [];
    });
  }

  #of(view: EntityView): readonly Place[] {
    const known = this.#known.get(view.id);
    if (known?.hash === view.stateHash) return known.places;
    const model = this.#models(view.description.model);
    const { pose, values } = view.posture;
    const pieces = model ? postured(collisionBodyOf(model), pose, values).links.flat() : [];
    const places = distinct(
      pieces.flatMap((piece) => {
        const outline = Array.from({ length: DIRECTIONS }, (_, index): Place => {
          const angle = (2 * Math.PI * index) / DIRECTIONS;
          const [x, y] = support(piece, [Math.cos(angle), Math.sin(angle), 0]);
          return [x, y];
        });
        return outline.flatMap((place, index) => [place, ...between(place, outline[index + 1] ?? place)]);
      }),
    );
    // What moves is looked at again when it has come to rest.
    if (view.endsAtMs <= this.#world.time.worldMs) this.#known.set(view.id, { hash: view.stateHash, places });
    return places;
  }
}

function between([ax, ay]: Place, [bx, by]: Place): Place[] {
  const steps = Math.ceil(Math.hypot(bx - ax, by - ay) / STEP_M);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, index) => {
    const share = (index + 1) / steps;
    return [ax + (bx - ax) * share, ay + (by - ay) * share];
  });
}

function distinct(places: readonly Place[]): Place[] {
  const kept: Place[] = [];
  for (const place of places) {
    if (kept.every(([x, y]) => Math.hypot(x - place[0], y - place[1]) > SAME_M)) kept.push(place);
  }
  return kept;
}
