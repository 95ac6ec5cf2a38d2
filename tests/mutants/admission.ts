import type { Mutant } from './mutant.ts';

/** Faults in who is let in, and as whom. */
export const ADMISSION: readonly Mutant[] = [
  {
    name: 'enters-any-world',
    about: 'a link for one world opens the door of another',
    edits: [
      {
        file: 'src/hub/gatekeeper.ts',
        symbol: 'HubGatekeeper.admit',
        find: 'if (!mayEnter(session, applicant.world))',
        replace: 'if (applicant.world === undefined)',
      },
    ],
    killedBy: { file: 'src/hub/rights.test.ts', title: 'is closed to links for another world' },
  },
  {
    name: 'opens-any-world',
    about: 'a link for one world makes the hub open, or found, another before it is refused',
    edits: [
      {
        file: 'src/hub/gatekeeper.ts',
        symbol: 'HubGatekeeper.prepare',
        find: ' || !mayEnter(recognition.session, world)',
        replace: '',
      },
    ],
    killedBy: { file: 'src/hub/gatekeeper.test.ts', title: '[H16] for one world opens and makes no other' },
  },
  {
    name: 'operators-found-worlds',
    about: 'an operator makes a world by joining it, which the route does not allow',
    edits: [
      {
        file: 'src/hub/gatekeeper.ts',
        symbol: 'mayFound',
        find: "mayCall(session, 'POST /api/v1/worlds', undefined).kind === 'allow'",
        replace: "session.role !== 'viewer'",
      },
    ],
    killedBy: { file: 'src/hub/gatekeeper.test.ts', title: '[H16] as operator makes these worlds by joining them' },
  },
  {
    name: 'any-page-is-admitted',
    about: 'a page of another site is admitted if it shows a token',
    edits: [
      {
        file: 'src/hub/gatekeeper.ts',
        symbol: 'HubGatekeeper.admit',
        find: "if (objection !== undefined) return { kind: 'refuse', reason: 'not-admitted', text: objection };",
        replace: '',
      },
    ],
    killedBy: { file: 'src/hub/gatekeeper.test.ts', title: 'is refused to pages of other sites, also with a token' },
  },
  {
    name: 'everybody-is-an-operator',
    about: 'the door takes the role of an operator for granted',
    edits: [
      {
        file: 'src/hub/gatekeeper.ts',
        symbol: 'HubGatekeeper.admit',
        find: 'claimantOf(id, world, session.role,',
        replace: "claimantOf(id, world, 'operator',",
      },
    ],
    killedBy: { file: 'src/hub/rights.test.ts', title: 'publish now.*: a held stick' },
  },
  {
    name: 'rights-outlive-the-link',
    about: 'a participant that has left keeps its rights',
    edits: [{ file: 'src/hub/gatekeeper.ts', symbol: 'HubGatekeeper.forget', find: 'this.#present.delete(id);', replace: '' }],
    killedBy: { file: 'src/hub/gatekeeper.test.ts', title: 'end with the link' },
  },
  {
    name: 'unknown-id-is-somebody',
    about: 'an id that nobody at the door has gets the rights of another participant',
    edits: [
      {
        file: 'src/hub/gatekeeper.ts',
        symbol: 'HubGatekeeper.#who',
        find: '?? NOBODY',
        replace: '?? [...this.#present.values()][0]?.claimant ?? NOBODY',
      },
    ],
    killedBy: { file: 'src/hub/gatekeeper.test.ts', title: 'end with the link' },
  },
  {
    name: 'here-is-any-world',
    about: 'a participant of another world counts as present in this one, so its declarations cannot be replaced',
    edits: [
      {
        file: 'src/hub/gatekeeper.ts',
        symbol: 'HubGatekeeper.admit',
        find: 'this.#present.get(other)?.claimant.world === world.id',
        replace: 'this.#present.has(other)',
      },
    ],
    killedBy: { file: 'src/hub/gatekeeper.test.ts', title: '[K23] of who declared something are kept' },
  },
  {
    name: 'programs-on-the-bus-are-teachers',
    about: 'a participant on the bus itself may do with records what a teacher may',
    edits: [
      {
        file: 'src/hub/desk-rights.ts',
        symbol: 'deskRights',
        find: "claimantOf(id, world, 'operator')",
        replace: "claimantOf(id, world, 'teacher')",
      },
    ],
    killedBy: { file: 'src/hub/desk-rights.test.ts', title: '[K23]' },
  },
  {
    name: 'secret-by-length',
    about: 'any text as long as the secret proves an id',
    edits: [
      {
        file: 'src/transports/socket/reservations.ts',
        symbol: 'isSameSecret',
        find: 'a.length === b.length && timingSafeEqual(a, b)',
        replace: 'a.length === b.length',
      },
    ],
    killedBy: { file: 'src/transports/socket/reservations.test.ts', title: '[S2] proves an id by its whole secret' },
  },
  {
    name: 'recalled-after-revocation',
    about: 'a token that was checked before its link was revoked still admits',
    edits: [
      {
        file: 'src/hub/sessions/sessions.ts',
        symbol: 'Sessions.#forget',
        find: 'this.#recalled.set(token, REVOKED)',
        replace: 'this.#recalled.set(token, recognition)',
      },
    ],
    killedBy: { file: 'src/hub/sessions/recall.test.ts', title: '[H17] that was checked before its link was revoked' },
  },
  {
    name: 'revoked-while-it-was-checked',
    about: 'the answer of the Store about a link outlives its revocation, which came meanwhile',
    edits: [{ file: 'src/hub/sessions/sessions.ts', symbol: 'Sessions.#forget', find: 'this.#revoked.add(invitation);', replace: '' }],
    killedBy: { file: 'src/hub/sessions/recall.test.ts', title: '[H17] that was just being checked when its link was revoked' },
  },
  {
    name: 'recalled-after-expiry',
    about: 'a token that was checked before its link expired still admits',
    edits: [
      {
        file: 'src/hub/sessions/sessions.ts',
        symbol: 'Sessions.recall',
        find: "recalled.kind === 'known' && recalled.session.expiresAtMs <= Date.now() ? EXPIRED : recalled",
        replace: 'recalled',
      },
    ],
    killedBy: { file: 'src/hub/sessions/recall.test.ts', title: '[H17] whose link expires after it was checked' },
  },
  {
    name: 'expiry-of-the-token-only',
    about: 'how long a link is good for is taken from the token, not from the Store',
    edits: [
      {
        file: 'src/hub/sessions/sessions.ts',
        symbol: 'Sessions.#admit',
        find: "return session.expiresAtMs <= Date.now() ? EXPIRED : { kind: 'known', session };",
        replace: "return { kind: 'known', session };",
      },
    ],
    killedBy: { file: 'src/hub/sessions/recall.test.ts', title: '[H16] is good for as long as the Store says' },
  },
  {
    name: 'unknown-token-is-local',
    about: 'on loopback a token that nobody has checked counts as none at all',
    edits: [
      {
        file: 'src/hub/sessions/sessions.ts',
        symbol: 'Sessions.recall',
        find: 'this.#recalled.get(token) ?? FORGED',
        replace: 'this.#recalled.get(token) ?? this.#withoutToken(peer)',
      },
    ],
    killedBy: { file: 'src/hub/sessions/recall.test.ts', title: 'that nobody has checked is none' },
  },
  {
    name: 'forged-tokens-fill-the-memory',
    about: 'forged tokens are remembered, and push out valid ones',
    edits: [
      {
        file: 'src/hub/sessions/sessions.ts',
        symbol: 'Sessions.recognise',
        find: "if (recognition.kind === 'known' || recognition.reason !== 'not-admitted') this.#recalled.set",
        replace: 'this.#recalled.set',
      },
    ],
    killedBy: { file: 'src/hub/sessions/recall.test.ts', title: 'is not forgotten over any number of forged ones' },
  },
  {
    name: 'links-are-sessions',
    about: 'a join link is accepted as a session token',
    edits: [
      {
        file: 'src/hub/sessions/sessions.ts',
        symbol: 'Sessions.recognise',
        find: "this.#admit('session', token, peer)",
        replace: "this.#admit('link', token, peer)",
      },
    ],
    killedBy: { file: 'src/hub/sessions/sessions.test.ts', title: 'is no session itself, and a session is no link' },
  },
  {
    name: 'revoked-elsewhere-stays',
    about: 'participants stay whose link another hub has revoked',
    edits: [
      {
        file: 'src/hub/sessions/sessions.ts',
        symbol: 'Sessions.objection',
        find: 'return !record || record.revoked ?',
        replace: 'return !record ?',
      },
    ],
    killedBy: { file: 'src/hub/sessions/recall.test.ts', title: '[H17] holds until its link is revoked, by whichever hub' },
  },
  {
    name: 'revokes-links-of-other-worlds',
    about: 'a teacher of one world revokes the links of another',
    edits: [
      {
        file: 'src/hub/http/invitation-routes.ts',
        symbol: 'invitationRoutes',
        find: 'if (!record || worldOf(record) !== world)',
        replace: 'if (!record)',
      },
    ],
    killedBy: { file: 'src/hub/sessions/sessions.test.ts', title: '[H16] is revoked only by those' },
  },
  {
    name: 'revokes-links-above-its-role',
    about: 'a teacher revokes the links of administrators',
    edits: [
      {
        file: 'src/hub/http/invitation-routes.ts',
        symbol: 'invitationRoutes',
        find: 'if (!isAtLeast(caller.role, record.role)) throw',
        replace: 'if (record.revoked) throw',
      },
    ],
    killedBy: { file: 'src/hub/sessions/sessions.test.ts', title: '[H16] is revoked only by those' },
  },
  {
    name: 'shows-links-above-its-role',
    about: 'a teacher is shown the links of administrators, and may use them',
    edits: [
      {
        file: 'src/hub/http/invitation-routes.ts',
        symbol: 'invitationRoutes',
        find: '.filter((record) => isAtLeast(role, record.role))',
        replace: '',
      },
    ],
    killedBy: { file: 'src/hub/sessions/sessions.test.ts', title: 'is not made for more than one may oneself' },
  },
  {
    name: 'invites-above-its-role',
    about: 'the role of a new link is taken from the request, whoever asks',
    edits: [
      {
        file: 'src/hub/http/invitation-routes.ts',
        symbol: 'invitationRoutes',
        find: 'if (!isAtLeast(caller.role, role)) throw',
        replace: 'if (!isAtLeast(role, role)) throw',
      },
    ],
    killedBy: { file: 'src/hub/sessions/sessions.test.ts', title: 'is not made for more than one may oneself' },
  },
  {
    name: 'cookie-changes-things',
    about: 'a cookie alone is enough to upload and delete',
    edits: [
      { file: 'src/hub/http/caller.ts', symbol: 'isFetchedByBrowsers', find: "if (method !== 'GET') return false;", replace: '' },
      { file: 'src/hub/http/caller.ts', symbol: 'isFetchedByBrowsers', find: '{ method, routeOptions', replace: '{ routeOptions' },
    ],
    killedBy: {
      file: 'src/hub/sessions/sessions.test.ts',
      title: 'lets a browser fetch pictures, files and tables by itself, and nothing else',
    },
  },
  {
    name: 'revoked-link-is-printed',
    about: 'the hub prints a revoked join link at its start',
    edits: [{ file: 'src/hub/sessions/invitations.ts', symbol: 'Invitations.standing', find: '!invitation.revoked &&', replace: '' }],
    killedBy: { file: 'src/hub/sessions/invitations.test.ts', title: '[H17] prints the same link again' },
  },
  {
    name: 'unproven-id-is-given',
    about: 'a participant gets the id that it says it had, though another one has it',
    edits: [
      {
        file: 'src/hub/gatekeeper.ts',
        symbol: 'HubGatekeeper.#idFor',
        find: "if (former && (former.proof === 'proven' || isFree(former.id))) return former.id;",
        replace: 'if (former) return former.id;',
      },
    ],
    killedBy: { file: 'src/hub/gatekeeper.test.ts', title: 'are given back to those who prove them' },
  },
  {
    name: 'names-of-hubs-are-given',
    about: 'a participant gets the id of a resident of the hub, whose word counts more',
    edits: [
      {
        file: 'src/hub/gatekeeper.ts',
        symbol: 'HubGatekeeper.#idFor',
        find: 'isId(id) && !isOfHub(id) && !isTaken(id)',
        replace: 'isId(id) && !isTaken(id)',
      },
    ],
    killedBy: { file: 'src/hub/gatekeeper.test.ts', title: 'are given back to those who prove them' },
  },
  {
    name: 'operators-overrule-declarations',
    about: 'an operator replaces the declaration of a participant that is present',
    edits: [
      { file: 'src/hub/claimant.ts', symbol: 'claimantOf', find: "isAtLeast(role, 'teacher')", replace: "isAtLeast(role, 'operator')" },
    ],
    killedBy: { file: 'src/hub/gatekeeper.test.ts', title: '[K23] of who declared something are kept' },
  },
  {
    name: 'here-is-this-door-only',
    about: 'a participant at another hub, or on the bus itself, does not count as present in its world',
    edits: [
      {
        file: 'src/hub/claimant.ts',
        symbol: 'claimantOf',
        find: 'isPresent(participant) || world.people.some((member) => member.id === participant)',
        replace: 'isPresent(participant)',
      },
    ],
    killedBy: { file: 'src/hub/desk-rights.test.ts', title: '[K23]' },
  },
  {
    name: 'proxy-counts-as-local',
    about: 'everybody who comes through a proxy on the machine of the hub needs no link',
    edits: [{ file: 'src/hub/origins.ts', symbol: 'isLocal', find: " || way === 'forwarded'", replace: " && way === 'forwarded'" }],
    killedBy: { file: 'src/hub/origins.test.ts', title: 'is nobody who came through a proxy' },
  },
  {
    name: 'rebound-name-is-ours',
    about: 'a page whose own name was pointed at this machine passes for a page of the hub',
    edits: [
      {
        file: 'src/hub/origins.ts',
        symbol: 'objectionToOrigin',
        find: "page?.host === host && (!isLoopback(rules.host) || isLoopback(page?.hostname ?? ''))",
        replace: 'page?.host === host',
      },
    ],
    killedBy: { file: 'src/hub/origins.test.ts', title: 'http://evil.example:7330 to evil.example:7330' },
  },
];
