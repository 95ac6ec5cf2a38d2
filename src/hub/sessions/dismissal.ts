import { type Clock, every } from '../../core/base/clock.ts';
import type { Door } from '../../transports/socket/door.ts';
import type { HubGatekeeper } from '../gatekeeper.ts';
import type { Invitations } from './invitations.ts';
import type { Session, Sessions } from './sessions.ts';

/** Links expire, and another hub on the same Store may revoke one: so all that are in use are looked at this often. */
const LOOK_EVERY_MS = 2000;

export interface DismissalOptions {
  readonly gatekeeper: HubGatekeeper;
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  readonly door: Door;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/** Sends away those whose join link holds no more: at once when it is revoked here. */
export function watchOverLinks({ gatekeeper, sessions, invitations, door, clock, report }: DismissalOptions): Disposable {
  const send = (away: (session: Session) => boolean, reason: 'link-expired' | 'link-revoked') => {
    for (const [id, { session }] of gatekeeper.present) if (away(session)) door.dismiss(id, reason, DETAILS[reason]);
  };
  const look = async () => {
    // Those who came by one link hold or fall together.
    const ofEach = new Map([...gatekeeper.present.values()].map(({ session }) => [session.invitation, session]));
    for (const [invitation, session] of ofEach) {
      const reason = invitation === undefined ? undefined : await sessions.objection(session);
      if (reason !== undefined) send((other) => other.invitation === invitation, reason);
    }
  };
  const listening = invitations.revoked.on(({ invitation }) => send((session) => session.invitation === invitation, 'link-revoked'));
  const looking = every(clock, LOOK_EVERY_MS, () => void look().catch(report));
  return {
    [Symbol.dispose]() {
      listening[Symbol.dispose]();
      looking[Symbol.dispose]();
    },
  };
}

const DETAILS = { 'link-expired': 'its time is over', 'link-revoked': 'somebody revoked it' } as const;
