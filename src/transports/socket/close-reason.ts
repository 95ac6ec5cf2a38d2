/**
 * Why a door closes a link. Each has a WebSocket code of its own and says what to do; `again` tells whether the participant should connect again by
 * itself. The table in SPEC.md lists the same.
 */
export const CLOSE_REASONS = {
  'wrong-version': { code: 4000, again: 'no', remedy: 'use the client that came with this hub' },
  malformed: { code: 4001, again: 'no', remedy: 'send whole binary frames as in core/bus/frames.ts' },
  oversized: { code: 4002, again: 'no', remedy: 'send smaller messages' },
  forged: { code: 4003, again: 'no', remedy: 'publish only as yourself and only what you own' },
  flooding: { code: 4004, again: 'yes', remedy: 'send less often' },
  'hello-late': { code: 4005, again: 'yes', remedy: 'send hello at once' },
  'out-of-turn': { code: 4006, again: 'no', remedy: 'send hello once and first' },
  'door-full': { code: 4007, again: 'no', remedy: 'wait until someone leaves, or ask for more room' },
  'too-many-subscriptions': { code: 4008, again: 'no', remedy: 'subscribe with wider patterns' },
  'too-many-watches': { code: 4009, again: 'no', remedy: 'watch each bucket once' },
  'too-many-requests': { code: 4010, again: 'yes', remedy: 'wait for answers before asking more' },
  'too-many-aliases': { code: 4011, again: 'no', remedy: 'give numbers out again' },
  stalled: { code: 4012, again: 'yes', remedy: 'read faster or subscribe to less' },
  silent: { code: 4013, again: 'yes', remedy: 'ping every second' },
  replaced: { code: 4014, again: 'no', remedy: 'use the newer link' },
  'name-taken': { code: 4015, again: 'no', remedy: 'choose another name' },
  'not-admitted': { code: 4016, again: 'no', remedy: 'ask whoever runs the hub' },
  'resume-refused': { code: 4017, again: 'no', remedy: 'join anew' },
  'shutting-down': { code: 4018, again: 'yes', remedy: 'wait for the hub to come back' },
  'link-revoked': { code: 4019, again: 'no', remedy: 'ask for another join link' },
  'link-expired': { code: 4020, again: 'no', remedy: 'ask for a new join link' },
  'cut-off': { code: 4022, again: 'yes', remedy: 'go to another hub, or wait for this one' },
  elsewhere: { code: 4021, again: 'no', remedy: 'connect there' },
} as const satisfies Record<string, { code: number; again: 'yes' | 'no'; remedy: string }>;

export type CloseReason = keyof typeof CLOSE_REASONS;

/** A close frame carries at most 123 bytes of text. */
const LONGEST_CLOSE_TEXT = 123;

/** The text of the close frame: the reason's name, what happened, what to do. */
export function closeText(reason: CloseReason, detail: string): string {
  const { remedy } = CLOSE_REASONS[reason];
  const printable = detail.replace(/[^\x20-\x7e]/g, '?');
  const room = LONGEST_CLOSE_TEXT - reason.length - remedy.length - 4;
  return `${reason}: ${printable.length > room ? `${printable.slice(0, room - 2)}..` : printable}; ${remedy}`;
}

/** At the end of the address with which one comes that was sent by another hub. */
export const SENT = '?sent';

/** Where the text of an `elsewhere` sends; undefined when it names no address. */
export function sentTo(text: string): string | undefined {
  const hub = /^elsewhere: (\S+);/.exec(text)?.[1];
  return hub !== undefined && URL.canParse(hub) ? hub : undefined;
}

const REASONS_BY_CODE = new Map(Object.entries(CLOSE_REASONS).map(([reason, { code }]) => [code as number, reason as CloseReason]));

export const closeReasonOf = (code: number): CloseReason | undefined => REASONS_BY_CODE.get(code);

export { RefusedError } from '../../core/bus/bus.ts';
