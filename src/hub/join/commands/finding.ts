import { suggestion } from '../../../core/base/nearest.ts';
import type { EntityView, Outcome } from '../../../library/manyhands.ts';
import { CommandError, type Result, type Session } from '../session.ts';

/** The entity of that id; throws CommandError with the most similar one when there is none. */
export function viewOf({ world }: Session, entity: string): EntityView {
  const view = world.entity(entity);
  if (view) return view;
  const ids = world.entities.map(({ id }) => id);
  throw new CommandError(`there is no entity ${entity}${suggestion(entity, ids) || '; list shows them all'}`);
}

/** What the owner of an entity said to a command. */
export function resultOf(outcome: Outcome, text: () => string): Result {
  return outcome.kind === 'done' ? { status: 'ok', outcome, text: text() } : notDone(outcome);
}

export const notDone = (outcome: Exclude<Outcome, { kind: 'done' }>): Result => ({
  status: 'failed',
  outcome,
  text: `${outcome.kind}: ${outcome.reason}`,
});
