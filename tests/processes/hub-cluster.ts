import { PrivateNats } from '../../src/transports/nats/private-nats.contract.ts';
import { HubProcess } from './hub-process.ts';
import { PrivatePostgres } from './private-postgres.ts';

/** What hubs share: NATS servers and a database server of their own. */
export class HubCluster implements AsyncDisposable {
  readonly nats: PrivateNats;
  readonly #postgres: PrivatePostgres;
  #spaces = 0;

  private constructor(nats: PrivateNats, postgres: PrivatePostgres) {
    this.nats = nats;
    this.#postgres = postgres;
  }

  static async start(servers: 1 | 3): Promise<HubCluster> {
    const [nats, postgres] = await Promise.all([PrivateNats.start({ servers }), PrivatePostgres.start()]);
    return new HubCluster(nats, postgres);
  }

  /** Hubs that hear nothing of those started by another call. */
  async apart(): Promise<HubStarter> {
    const bus = `nats://${this.nats.addresses.join(',')}/hubs-${++this.#spaces}`;
    const db = await this.#postgres.emptyDatabase();
    return { start: (name, ...options) => HubProcess.start('--bus', bus, '--db', db, '--name', name, ...options) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.nats[Symbol.asyncDispose](), this.#postgres[Symbol.asyncDispose]()]);
  }
}

export interface HubStarter {
  start(name: string, ...options: readonly string[]): Promise<HubProcess>;
}
