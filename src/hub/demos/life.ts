import { every } from '../../core/base/clock.ts';
import { distance, type Pose } from '../../core/base/pose.ts';
import type { Random } from '../../core/base/random.ts';
import type { ActionDraft, EntityView, Participant } from '../../core/world/world.ts';
import type { LifePorts } from './demo.ts';
import { COMPOSE_MS, SAME_VALUE, YIELD_MS } from './giving-way.ts';

const LOOK_EVERY_MS = 100;
const SAME_PLACE_M = 0.05;

/** What an entity does when it has nothing to do: one step after the other, for ever. */
export interface Habit {
  readonly entity: string;
  readonly next: (view: EntityView, step: number, random: Random) => Step;
}

export interface Step {
  /** Begun together. */
  readonly actions: readonly ActionDraft[];
  /** How long to rest after the last of them has ended, in world time. */
  readonly restMs?: number | undefined;
}

/** Lives the habits of those entities that this participant owns. They are refused like anybody's commands while somebody else has control. */
export function live(world: Participant, habits: readonly Habit[], ports: LifePorts): Disposable {
  const lives = habits.map((habit) => new Life(world, habit, ports));
  return every(ports.clock, LOOK_EVERY_MS, () => {
    for (const life of lives) life.look();
  });
}

/** What the last step should have led to. */
interface Expectation {
  readonly values: ReadonlyMap<number, number>;
  readonly pose: Pose | undefined;
}

class Life {
  readonly #world: Participant;
  readonly #habit: Habit;
  readonly #ports: LifePorts;
  #step = 0;
  #restMs = 0;
  #generation = 0;
  #expected: Expectation | undefined;
  #yieldsUntilMs = 0;
  #isAsking = false;

  constructor(world: Participant, habit: Habit, ports: LifePorts) {
    this.#world = world;
    this.#habit = habit;
    this.#ports = ports;
  }

  look(): void {
    const view = this.#world.entity(this.#habit.entity);
    const { worldMs, rate, generation } = this.#world.time;
    if (!view?.isMine || rate <= 0 || this.#isAsking) return;
    if (generation !== this.#generation) this.#startAnew(generation);
    if (!view.isWorking) this.#world.setWorking(view.id, true);
    if (view.control.stop) {
      this.#expected = undefined;
      this.#yieldsUntilMs = worldMs + COMPOSE_MS;
    }
    const isHeld = view.control.stop || view.control.lease || view.control.driver !== undefined;
    if (isHeld || view.endsAtMs + this.#restMs > worldMs) return;
    if (this.#expected && !isAsExpected(view, this.#expected)) {
      this.#expected = undefined;
      this.#yieldsUntilMs = worldMs + YIELD_MS;
    }
    if (worldMs >= this.#yieldsUntilMs) void this.#take(view).catch(this.#ports.report);
  }

  /** A reset put everything back to where it began. */
  #startAnew(generation: number): void {
    this.#generation = generation;
    this.#step = 0;
    this.#restMs = 0;
    this.#expected = undefined;
    this.#yieldsUntilMs = 0;
  }

  async #take(view: EntityView): Promise<void> {
    this.#isAsking = true;
    try {
      const { actions, restMs = 0 } = this.#habit.next(view, this.#step, this.#ports.random);
      const outcomes = await Promise.all(actions.map((action) => this.#world.command(view.id, action)));
      const isDone = outcomes.every(({ kind }) => kind === 'done');
      this.#expected = isDone ? expectationOf(actions) : undefined;
      this.#restMs = isDone ? restMs : 0;
      if (isDone) this.#step++;
    } finally {
      this.#isAsking = false;
    }
  }
}

function expectationOf(actions: readonly ActionDraft[]): Expectation {
  const values = new Map<number, number>();
  let pose: Pose | undefined;
  for (const action of actions) {
    if (action.kind === 'glide') values.set(action.dof, action.to);
    if (action.kind === 'assume') for (const [dof, to] of action.values.entries()) if (to !== null) values.set(dof, to);
    if (action.kind === 'follow') pose = action.knots.at(-1)?.pose;
  }
  return { values, pose };
}

function isAsExpected(view: EntityView, { values, pose }: Expectation): boolean {
  const now = view.posture;
  if (pose && distance(now.pose, pose) > SAME_PLACE_M) return false;
  return [...values].every(([dof, value]) => Math.abs((now.values[dof] ?? 0) - value) < SAME_VALUE);
}
