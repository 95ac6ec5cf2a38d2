import type { PlacePx, Viewport } from '../maps/drawing/viewport.ts';
import type { GoalMark } from '../overlays/overlay.ts';
import type { Tile } from './sheet.ts';

/** A drag shorter than this says nothing of a heading. */
const LEAST_DRAG_PX = 12;

/** Where a place of the picture is in the building: on a floor that is shown there. */
export function spotAt(at: PlacePx, view: Viewport, tiles: readonly (Tile | undefined)[]): GoalMark | undefined {
  const [x, y] = view.toCm(at).map((cm) => cm / 100) as [number, number];
  const tile = tiles.find((each) => each && x >= each.box.low[0] && y >= each.box.low[1] && x <= each.box.high[0] && y <= each.box.high[1]);
  if (!tile) return undefined;
  // A world without a building has a floor only in this picture.
  const floor = tile.floor.plan && tile.floor.id;
  return { floor, x: x - tile.shift[0], y: y - tile.shift[1], heightM: tile.floor.heightM, headingRad: undefined };
}

/** A goal that is about to be given: pressed at its place, dragged to where the robot is to look. */
export class GoalAim {
  #begun: { readonly at: PlacePx; readonly spot: GoalMark } | undefined;
  #goal: GoalMark | undefined;

  /** As it would be given now. */
  get goal(): GoalMark | undefined {
    return this.#goal;
  }

  get isBegun(): boolean {
    return this.#begun !== undefined;
  }

  begin(at: PlacePx, spot: GoalMark): void {
    this.#begun = { at, spot };
    this.#goal = spot;
  }

  hover(spot: GoalMark | undefined): void {
    if (!this.#begun) this.#goal = spot;
  }

  drag([x, y]: PlacePx): void {
    if (!this.#begun) return;
    const { at, spot } = this.#begun;
    const [dx, dy] = [x - at[0], at[1] - y];
    this.#goal = Math.hypot(dx, dy) < LEAST_DRAG_PX ? spot : { ...spot, headingRad: Math.atan2(dy, dx) };
  }

  end(): GoalMark | undefined {
    const goal = this.#begun && this.#goal;
    this.#begun = undefined;
    this.#goal = undefined;
    return goal;
  }
}
