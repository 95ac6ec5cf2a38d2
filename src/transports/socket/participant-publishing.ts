import type { RecordOf } from '../../core/bus/frames.ts';
import { requireSubject } from '../../core/bus/limits.ts';
import { isChat, type Lane, laneOf } from '../../core/bus/subjects.ts';
import { ALLOW, type Verdict } from './gatekeeper.ts';
import { BreachError } from './incoming.ts';
import type { Party } from './party.ts';

/** What one participant publishes, under its own id and only if the gatekeeper allows. */
export class ParticipantPublishing {
  readonly #party: Party;
  readonly #aliases: ({ readonly subject: string; readonly lane: Lane } | undefined)[] = [];

  constructor(party: Party) {
    this.#party = party;
  }

  alias({ number, subject, from }: RecordOf<'alias'>): void {
    requireSubject(subject);
    this.#requireOwn(from);
    const { aliases } = this.#party.doorway.limits;
    if (number >= aliases) throw new BreachError('too-many-aliases', `number ${number}, at most ${aliases} are kept`);
    this.#aliases[number] = { subject, lane: laneOf(subject) };
  }

  aliased({ number, payload }: RecordOf<'aliased'>): void {
    const alias = this.#aliases[number];
    if (alias === undefined) throw new BreachError('malformed', `number ${number} stands for no subject`);
    this.#publish(alias.subject, alias.lane, payload);
  }

  publish({ subject, from, payload }: RecordOf<'publish'>): void {
    requireSubject(subject);
    this.#requireOwn(from);
    this.#publish(subject, laneOf(subject), payload);
  }

  #publish(subject: string, lane: Lane, payload: Uint8Array): void {
    const { id, bus, doorway } = this.#party;
    doorway.traffic.got(lane, payload.length);
    this.#party.spend(lane, payload.length);
    const allowed = doorway.gatekeeper.mayPublish(id, subject, payload);
    const verdict = allowed.kind === 'allow' && lane === 'control' && isChat(subject) ? this.#mayChat(payload) : allowed;
    if (verdict.kind === 'allow') bus.publish(subject, payload);
    else this.#party.refuse(verdict, `publish on ${subject}`);
  }

  #mayChat(payload: Uint8Array): Verdict {
    if (this.#party.chat(payload.length) === 'kept') return ALLOW;
    const { messagesPerS } = this.#party.doorway.limits.chat.lines;
    return { kind: 'drop', reason: `over ${messagesPerS} lines a second: this one was not said; write it again later` };
  }

  #requireOwn(from: string): void {
    if (from !== '' && from !== this.#party.id) throw new BreachError('forged', `${this.#party.id} claims to be ${from}`);
  }
}
