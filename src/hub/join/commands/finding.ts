import type { EntityView, Outcome } from '../../../library/manyhands.ts';
import { suggestion } from '../nearest.ts';
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
  switch (outcome.kind) {
    case 'done':
      return { status: 'ok', outcome, text: text() };
    case 'refused':
      return { status: 'failed', outcome, text: `refused: ${outcome.reason}` };
    case 'lost':
      return { status: 'failed', outcome, text: `lost: ${outcome.reason}` };
  }
}
