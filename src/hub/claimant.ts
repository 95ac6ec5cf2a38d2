import type { EntityDescription } from '../core/api/messages.ts';
import type { Claimant, Title } from '../core/api/rights.ts';
import { isAtLeast, type Role } from '../core/api/roles.ts';
import type { Blackboard } from '../core/blackboard/blackboard.ts';
import { boardRightsOf } from './worlds/board-rights.ts';

/** What must be known of a world to judge who may do what in it. */
export interface KnownWorld {
  readonly id: string;
  readonly owners: { title(participant: string, entity: string): Title };
  readonly resident: { entity(id: string): { readonly description: EntityDescription } | undefined };
  readonly board: Pick<Blackboard, 'declaration'>;
  /** Those who are in it, as far as they have been heard of. */
  readonly people: readonly { readonly id: string }[];
}

/** `isPresent`: who is known to be here though it has not been heard of yet. */
export const claimantOf = (
  id: string,
  world: KnownWorld,
  role: Role,
  isPresent: (participant: string) => boolean = () => false,
): Claimant => ({
  id,
  world: world.id,
  role,
  title: (entity) => world.owners.title(id, entity),
  description: (entity) => world.resident.entity(entity)?.description,
  board: boardRightsOf(world.board, {
    id,
    mayOverrule: isAtLeast(role, 'teacher'),
    isHere: (participant) => isPresent(participant) || world.people.some((member) => member.id === participant),
  }),
});
