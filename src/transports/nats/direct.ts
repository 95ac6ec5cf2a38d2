import { type Clock, every } from '../../core/base/clock.ts';
import { requireId } from '../../core/base/ids.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { AskedRecords } from './asked-records.ts';
import { dial, type NatsOptions } from './dial.ts';
import { NatsBus, type NatsBusPorts } from './nats-bus.ts';
import { NatsWire } from './nats-wire.ts';

const MEASURE_EVERY_MS = 2000;

export interface DirectOptions extends Omit<NatsOptions, 'label' | 'swapMs'> {
  readonly world: string;
  /** Its id, for which its credentials are good. */
  readonly participant: string;
}

/** A participant's own connection to the bus. Draining closes it. */
export interface DirectBus extends Bus {
  /** To the servers and back; undefined while it is not known. */
  readonly rttMs: number | undefined;
}

/**
 * Joins the bus itself, not a hub's door, with credentials that the servers hold to `participantSubjects`. Rejects with UnfitServerError when the
 * servers do not take the credentials, with DisconnectedError when none answers.
 */
export async function connectDirectly(options: DirectOptions): Promise<DirectBus> {
  const { space, world, participant, clock, report, defer } = options;
  requireId(space, 'space');
  requireId(world, 'world');
  requireId(participant, 'participant');
  const identity = { ...options, label: participant };
  const { connection, privateInbox } = await dial(identity);
  const wire = new NatsWire(connection, { ...identity, privateInbox });
  const records = new AskedRecords(wire, { space, world, self: participant, clock, report, defer });
  return new SingleBus(participant, { wire, records, local: new EmbeddedBackbone(options), report, clock });
}

class SingleBus extends NatsBus implements DirectBus {
  readonly #ports: NatsBusPorts & { readonly records: AskedRecords };
  readonly #measuring: Disposable;
  #rttMs: number | undefined;

  constructor(self: string, ports: NatsBusPorts & { readonly records: AskedRecords }) {
    super(self, ports);
    this.#ports = ports;
    this.#measuring = this.#measure(ports.clock);
  }

  get rttMs(): number | undefined {
    return this.status.kind === 'connected' ? this.#rttMs : undefined;
  }

  override async drain(): Promise<void> {
    await super.drain();
    this.#measuring[Symbol.dispose]();
    this.#ports.records[Symbol.dispose]();
    await this.#ports.wire[Symbol.asyncDispose]();
  }

  #measure(clock: Clock): Disposable {
    const { wire } = this.#ports;
    const measure = async (): Promise<void> => {
      if (wire.status.kind !== 'connected') return;
      try {
        this.#rttMs = await wire.connection.rtt();
      } catch {
        // Lost meanwhile: its status says so.
        this.#rttMs = undefined;
      }
    };
    void measure();
    return every(clock, MEASURE_EVERY_MS, () => void measure());
  }
}
