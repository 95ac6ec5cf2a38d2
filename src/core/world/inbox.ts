import { type Command, commandSchema, decodeJson, encodeJson, nonceSchema, type Reply, urgentSchema } from '../api/messages.ts';
import type { Message } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import type { WorldContext } from './context.ts';
import type { Drive } from './drive.ts';
import type { Entities } from './entities.ts';
import type { Holdings } from './holdings.ts';
import { openState } from './state-codec.ts';

/** What comes in from the bus, decoded and given to whom it concerns. A bad message is reported and changes nothing. */
export class Inbox {
  readonly #context: WorldContext;
  readonly #entities: Entities;
  readonly #holdings: Holdings;
  readonly #drives: ReadonlyMap<string, Drive>;
  readonly #serving = new Map<string, Disposable[]>();
  /** For these the bus asked a hub that may not have heard yet that they are ours, and refuses without a word: nobody could stop them any more. */
  readonly #mayBeDeaf = new Set<string>();
  readonly #nonces: Disposable;

  constructor(context: WorldContext, parts: { entities: Entities; holdings: Holdings; drives: ReadonlyMap<string, Drive> }) {
    this.#context = context;
    this.#entities = parts.entities;
    this.#holdings = parts.holdings;
    this.#drives = parts.drives;
    this.#nonces = context.bus.subscribe(subjects.control(context.world, context.bus.self), (message) => {
      const nonce = decodeJson(nonceSchema, message.payload);
      this.#drives.get(nonce.entity)?.answer(nonce);
    });
  }

  receiveState(message: Message): void {
    const [, , region, , entity] = message.subject.split('.');
    if (region === undefined || entity === undefined) return;
    const sealed = openState(entity, message.payload);
    const record = this.#entities.get(entity)?.record;
    // Two authors under one epoch cannot be: whoever is not in the record is an impostor.
    if (record && record.epoch === sealed.state.epoch && record.owner !== message.from) return;
    this.#entities.take(entity, sealed, { region, author: message.from });
  }

  /** Owners answer for their entities, and only they. Told again of what was in doubt and is ours: by now the hub knows. */
  serve(entity: string, whose: 'ours' | 'others'): void {
    if (whose === 'others' || this.#mayBeDeaf.has(entity)) this.#cease(entity);
    if (whose === 'ours' && !this.#serving.has(entity)) this.#listen(entity);
  }

  /** What is ours is in doubt from now on; whatever the bus subscribes to again may be refused until it is not. */
  connectionLost(): void {
    for (const entity of this.#serving.keys()) this.#mayBeDeaf.add(entity);
  }

  #cease(entity: string): void {
    for (const subscription of this.#serving.get(entity) ?? []) subscription[Symbol.dispose]();
    this.#serving.delete(entity);
    this.#mayBeDeaf.delete(entity);
  }

  #listen(entity: string): void {
    const { bus, world } = this.#context;
    this.#serving.set(entity, [
      bus.subscribe(subjects.command(world, entity), (message) => this.#obey(entity, message)),
      bus.subscribe(subjects.urgent(world, entity), (message) => {
        this.#holdings.get(entity)?.urgent(message.from, decodeJson(urgentSchema, message.payload));
      }),
    ]);
  }

  [Symbol.dispose](): void {
    this.#nonces[Symbol.dispose]();
    for (const entity of [...this.#serving.keys()]) this.#cease(entity);
  }

  #obey(entity: string, message: Message): void {
    const answer = (reply: Reply) => message.reply(encodeJson(reply));
    const command = this.#read(message);
    if (!command) {
      answer({ kind: 'refused', reason: 'the command is malformed' });
      return;
    }
    const local = this.#holdings.get(entity);
    // Addressed to another epoch's owner: only that one can say what became of it, so we say nothing.
    if (local?.epoch !== command.epoch) return;
    const reply = local.apply(message.from, command);
    if (reply instanceof Promise) reply.then(answer, this.#context.report);
    else answer(reply);
  }

  #read(message: Message): Command | undefined {
    try {
      return decodeJson(commandSchema, message.payload);
    } catch (error) {
      this.#context.report(error);
      return undefined;
    }
  }
}
