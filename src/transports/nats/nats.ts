import { requireId } from '../../core/base/ids.ts';
import type { Backbone, Bus } from '../../core/bus/bus.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { dial, type NatsOptions } from './dial.ts';
import { NatsBus } from './nats-bus.ts';
import { NatsRecords } from './nats-records.ts';
import { NatsWire } from './nats-wire.ts';
import { type DeskRights, RecordDesk } from './record-desk.ts';
import { openRecordStream } from './server.ts';

export type { NatsAccess, NatsOptions, NatsTls } from './dial.ts';

/**
 * One connection to NATS, and any number of buses on it: a hub has one for all at its door. What they say to each other goes the short way, inside
 * the process; what they say to others goes once, however many listen here.
 */
export class NatsBackbone implements Backbone, AsyncDisposable {
  readonly #wire: NatsWire;
  readonly #records: NatsRecords;
  readonly #local: EmbeddedBackbone;
  readonly #options: NatsOptions;

  private constructor(options: NatsOptions, wire: NatsWire, records: NatsRecords) {
    this.#options = options;
    this.#wire = wire;
    this.#records = records;
    this.#local = new EmbeddedBackbone(options);
  }

  /** Rejects with UnfitServerError when the servers lack something that is needed, with DisconnectedError when none answers. */
  static async connect(options: NatsOptions): Promise<NatsBackbone> {
    requireId(options.space, 'space');
    requireId(options.label, 'label');
    const { connection, privateInbox } = await dial(options);
    try {
      const stream = await openRecordStream(connection, options);
      const wire = new NatsWire(connection, { ...options, privateInbox });
      return new NatsBackbone(options, wire, new NatsRecords(wire, stream, options));
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  connect(self: string): Bus {
    const { report, clock } = this.#options;
    return new NatsBus(requireId(self, 'self'), { wire: this.#wire, records: this.#records, local: this.#local, report, clock });
  }

  /** Resolves when a server has answered. Rejects with DisconnectedError when none is there to. */
  async echo(): Promise<void> {
    await this.#wire.whileConnected(() => this.#wire.flush());
  }

  /** Reads and changes records for the participants of a world that are on the bus themselves, as far as the rights allow. Of several hubs one is asked. */
  serveRecords(world: string, rights: DeskRights): Disposable {
    return new RecordDesk({ wire: this.#wire, records: this.#records, world, rights, report: this.#options.report });
  }

  /** What was published is handed on; then all its buses are closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#records[Symbol.dispose]();
    await this.#wire[Symbol.asyncDispose]();
  }
}
