import type { ActionDraft, EntityDraft } from '../../src/core/api/messages.ts';
import { type Pose, planarPose } from '../../src/core/base/pose.ts';
import { between, chance, integerBelow, pick, type Random, seededRandom } from '../../src/core/base/random.ts';
import { amigobot } from '../../src/core/robots/catalog/amigobot.ts';
import { smallCardboardBox } from '../../src/core/robots/catalog/boxes.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../../src/core/robots/catalog/puma-560.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { Outcome } from '../../src/core/world/world.ts';
import { monotonicMs } from '../processes/started-process.ts';

/** Somebody who can change a world: a page, or a participant without one. */
export interface Actor {
  /** What it sees. */
  entities(): Promise<readonly string[]>;
  insert(draft: EntityDraft, id: string): Promise<unknown>;
  remove(entity: string): Promise<void>;
  command(entity: string, action: ActionDraft): Promise<Outcome>;
}

/** What was done in a spell, and what went wrong that nobody can explain. */
export interface Spell {
  readonly inserts: number;
  readonly removals: number;
  readonly moves: number;
  /** Moves that could not begin because something stood in the way. */
  readonly blocked: number;
  readonly problems: readonly string[];
}

const IN_ITS_WAY = 'is in its way';
export const MODELS = [pioneer3dx, amigobot, puma560, smallCardboardBox];
/** More are not inserted: the spell is about change, not about size. */
const MOST = 40;

/** How long, and how much at least has been done by then: on a machine that draws three pages by itself that may take longer. */
export interface SpellLength {
  readonly seed: number;
  readonly lengthMs: number;
  readonly leastMoves?: number;
}

/** So many times as long as it should take. */
const MOST_PATIENCE = 4;

/** In this process: a second try must not meet the things of the first. */
let spells = 0;

/** All of them insert, move and remove what they see, each in its own order, until time is up. That somebody else removes it meanwhile is no problem. */
export async function liveThrough(actors: readonly Actor[], { seed, lengthMs, leastMoves = 0 }: SpellLength): Promise<Spell> {
  const startMs = monotonicMs();
  const spell = ++spells;
  const things = new Map<string, EntityDraft>();
  const done = { inserts: 0, removals: 0, moves: 0, blocked: 0, problems: [] as string[] };
  const insert = async (actor: Actor, id: string, random: Random): Promise<void> => {
    const draft = draftOf(pick(random, MODELS), { name: id, pose: somewhere(random) });
    await actor.insert(draft, id);
    // Only now: whoever removes a thing that is not there yet fails.
    things.set(id, draft);
    done.inserts++;
  };
  const remove = async (actor: Actor, id: string): Promise<void> => {
    things.delete(id);
    await actor.remove(id);
    done.removals++;
  };
  const move = async (actor: Actor, id: string, draft: EntityDraft, random: Random): Promise<void> => {
    const outcome = await actor.command(id, moveOf(draft, random));
    if (outcome.kind === 'done') done.moves++;
    else if (outcome.reason.endsWith(IN_ITS_WAY)) done.blocked++;
    else if (things.has(id)) done.problems.push(`${id} was not moved: ${outcome.kind}, ${outcome.reason}`);
  };
  const live = async (actor: Actor, number: number): Promise<void> => {
    const random = seededRandom(seed * 100 + number);
    const isOver = () => monotonicMs() > startMs + (done.moves < leastMoves ? MOST_PATIENCE : 1) * lengthMs;
    for (let count = 0; !isOver(); count++) {
      const seen = (await actor.entities()).flatMap((id) => things.get(id) ?? []);
      const draft = seen.length === 0 || (seen.length < MOST && chance(random, 0.3)) ? undefined : pick(random, seen);
      if (!draft) await insert(actor, `thing-${spell}-${number}-${count}`, random);
      else if (chance(random, 0.1)) await remove(actor, draft.name);
      else await move(actor, draft.name, draft, random);
    }
  };
  await Promise.all(actors.map((actor, i) => live(actor, i + 1)));
  return done;
}

const somewhere = (random: Random): Pose => planarPose(between(random, -4, 4), between(random, -4, 4), between(random, -3, 3));

function moveOf({ dofs }: EntityDraft, random: Random): ActionDraft {
  if (dofs.length > 0 && chance(random, 0.7)) {
    const dof = integerBelow(random, dofs.length);
    const { low, high } = dofs[dof] ?? { low: 0, high: 0 };
    return { kind: 'glide', dof, to: between(random, low, high), durationMs: between(random, 100, 2000) };
  }
  if (chance(random, 0.3)) return { kind: 'place', pose: somewhere(random) };
  const legMs = between(random, 300, 900);
  const knots = Array.from({ length: 3 }, (_, i) => ({ afterMs: (i + 1) * legMs, pose: somewhere(random) }));
  return { kind: 'follow', knots };
}
