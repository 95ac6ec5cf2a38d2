import type { Member } from '../../core/world/world.ts';
import type { MemberInfo } from './world-link.ts';

/** Where everybody is: at the hub whose own participant speaks for them. That one is called like its hub. */
export function membersOf(participants: readonly Member[]): MemberInfo[] {
  const hubs = new Map(participants.flatMap(({ id, name, mayLead }) => (mayLead ? [[id, name] as const] : [])));
  return participants.map(({ id, name, mayLead, spokesman, clockErrorMs }) => ({
    id,
    name,
    kind: mayLead ? 'hub' : 'guest',
    hub: mayLead ? name : spokesman === undefined ? undefined : hubs.get(spokesman),
    clockErrorMs,
  }));
}
