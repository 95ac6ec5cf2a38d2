import type { EdlDocument } from '../edl/document.ts';
import { type Cut, Cuts } from './cuts.ts';
import { type FloorPlan, noticeOf, planOf, pointOf, restOf } from './floor-plan.ts';
import { type Gap, Layout, type Obstacle, stretchUnder } from './layout.ts';
import { MOST_VISITS } from './visits.ts';

/** More at once, and all is laid out anew. */
const MOST_CHANGED = 8;
/** What one member may add to the comparisons that the whole floor takes, for each member that it may lie on or be cut by. */
const VISITS_A_CHANGE = 250;

/** The plan of a floor that somebody is changing: the same as of the floor laid out anew, but only what has changed is. */
export class ChangingPlan {
  #document: EdlDocument | undefined;
  #plan: FloorPlan | undefined;
  #obstacles: readonly Obstacle[] = [];
  readonly #cuts = new Map<Obstacle, readonly Cut[]>();
  /** What stays of obstacles that are cut. */
  readonly #rests = new Map<Obstacle, readonly Obstacle[]>();
  /** No more than so many, as far as is known, if all were laid out now. */
  #visits = 0;

  of(document: EdlDocument): FloorPlan {
    const changed = this.#changedIn(document);
    this.#visits += (changed?.length ?? 0) * document.members.length * VISITS_A_CHANGE;
    // Where too much lies over each other, what is left out depends on all there is.
    this.#plan = changed && this.#plan && this.#visits < MOST_VISITS ? this.#changed(this.#plan, document, changed) : this.#anew(document);
    this.#document = document;
    return this.#plan;
  }

  /** By index; undefined when more is different than some members, each of which stays what it is. */
  #changedIn({ lengthCm, widthCm, members }: EdlDocument): number[] | undefined {
    const last = this.#document;
    if (!last || last.lengthCm !== lengthCm || last.widthCm !== widthCm || last.members.length !== members.length) return undefined;
    const changed: number[] = [];
    for (const [index, member] of members.entries()) {
      const before = last.members[index];
      if (before === member) continue;
      if (before?.kind !== member.kind || changed.length === MOST_CHANGED) return undefined;
      changed.push(index);
    }
    return changed;
  }

  #anew(document: EdlDocument): FloorPlan {
    const layout = new Layout(document);
    const cuts = new Cuts(layout);
    this.#visits = cuts.visits.spent;
    this.#obstacles = layout.obstacles;
    this.#cuts.clear();
    this.#rests.clear();
    for (const obstacle of layout.obstacles) this.#cut(obstacle, cuts.in(obstacle));
    return planOf(layout, cuts);
  }

  #changed(plan: FloorPlan, document: EdlDocument, changed: readonly number[]): FloorPlan {
    if (changed.length === 0) return plan;
    const layout = new Layout(document, undefined, changed);
    const openings = exchanged(plan.openings, layout.gaps);
    this.#close(new Set(changed));
    this.#exchangeObstacles(layout.obstacles, openings, layout);
    for (const gap of layout.gaps)
      for (const obstacle of this.#obstacles) {
        const cut = cutBy(gap, obstacle, layout);
        // Obstacles that are new have it already.
        if (cut && !this.#cuts.get(obstacle)?.some((other) => other.gap === gap))
          this.#cut(obstacle, [...(this.#cuts.get(obstacle) ?? []), cut]);
      }
    return {
      ...plan,
      openings,
      walls: this.#obstacles.flatMap((obstacle) => this.#rests.get(obstacle) ?? obstacle),
      corridors: exchanged(plan.corridors, layout.corridors),
      notices: exchanged(plan.notices, layout.notices.map(noticeOf)),
      points: exchanged(plan.points, layout.points.map(pointOf)),
    };
  }

  /** What these members had opened. */
  #close(members: ReadonlySet<number>): void {
    for (const [obstacle, cuts] of this.#cuts) {
      const kept = cuts.filter(({ gap }) => !members.has(gap.member));
      if (kept.length < cuts.length) this.#cut(obstacle, kept);
    }
  }

  #exchangeObstacles(obstacles: readonly Obstacle[], openings: readonly Gap[], layout: Layout): void {
    // The border belongs to no member, and stays. Of a corridor the first one found is the first of its sides, in both.
    const coming = new Set(obstacles.filter(({ source }) => source !== 'border'));
    const members = new Set(Array.from(coming, ({ member }) => member));
    this.#obstacles = this.#obstacles.map((old) => {
      const next = members.has(old.member) ? Array.from(coming).find(({ member }) => member === old.member) : undefined;
      if (!next) return old;
      coming.delete(next);
      this.#cut(old, []);
      this.#cut(
        next,
        openings.flatMap((gap) => cutBy(gap, next, layout) ?? []),
      );
      return next;
    });
  }

  #cut(obstacle: Obstacle, cuts: readonly Cut[]): void {
    if (cuts.length === 0 || obstacle.source === 'border') {
      this.#cuts.delete(obstacle);
      this.#rests.delete(obstacle);
    } else {
      this.#cuts.set(obstacle, cuts);
      this.#rests.set(obstacle, restOf(obstacle, cuts));
    }
  }
}

function cutBy(gap: Gap, obstacle: Obstacle, { tolerance }: Layout): Cut | undefined {
  const stretch = stretchUnder(gap, obstacle, tolerance);
  return stretch && { obstacle, gap, ...stretch };
}

/** Each in the place of the one that was made of the same member. */
function exchanged<T extends { readonly member: number }>(before: readonly T[], changed: readonly T[]): readonly T[] {
  return changed.length === 0 ? before : before.map((each) => changed.find(({ member }) => member === each.member) ?? each);
}
