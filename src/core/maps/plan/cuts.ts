import { type Gap, type Layout, type Obstacle, stretchUnder } from './layout.ts';
import { Visits } from './visits.ts';

/** A stretch of an obstacle that a gap lies on, in metres from the obstacle's beginning. */
export interface Cut {
  readonly obstacle: Obstacle;
  readonly gap: Gap;
  readonly fromM: number;
  readonly toM: number;
}

/** What a cut costs beside being found, in boxes looked at: it is kept, and makes two walls of one. */
const KEPT = 80;

/** Which gaps open which obstacles. Where too much lies over each other, gaps are left out from where the visits were spent. */
export class Cuts {
  readonly visits: Visits;
  readonly #byGap = new Map<Gap, Cut[]>();
  readonly #inObstacle = new Map<Obstacle, Cut[]>();

  constructor(layout: Layout, visits = new Visits()) {
    this.visits = visits;
    for (const gap of layout.gaps) {
      visits.turnTo(gap.member);
      const cuts = cutsOf(layout, gap, visits);
      if (visits.isSpent) return;
      this.#byGap.set(gap, cuts);
      for (const cut of cuts) {
        const others = this.#inObstacle.get(cut.obstacle);
        if (others) others.push(cut);
        else this.#inObstacle.set(cut.obstacle, [cut]);
      }
    }
  }

  /** What a gap lies upon, the border among it. */
  by(gap: Gap): readonly Cut[] {
    return this.#byGap.get(gap) ?? [];
  }

  in(obstacle: Obstacle): readonly Cut[] {
    return this.#inObstacle.get(obstacle) ?? [];
  }
}

function cutsOf(layout: Layout, gap: Gap, visits: Visits): Cut[] {
  const cuts: Cut[] = [];
  layout.obstacleIndex.find(gap, {
    tolerance: layout.tolerance,
    visits,
    isWanted: (obstacle) => {
      const stretch = stretchUnder(gap, obstacle, layout.tolerance);
      if (stretch && visits.spend(KEPT)) cuts.push({ obstacle, gap, ...stretch });
      // All of them are.
      return false;
    },
  });
  return cuts;
}
