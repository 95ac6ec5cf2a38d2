import { PrivateNats, type PrivateNatsOptions } from '../../src/transports/nats/private-nats.contract.ts';
import { HubProcess } from './hub-process.ts';
import { PrivatePostgres } from './private-postgres.ts';

/** What hubs share: NATS servers and a database server of their own. */
export class HubCluster implements AsyncDisposable {
  readonly nats: PrivateNats;
  readonly #postgres: PrivatePostgres;
  readonly #user: string;
  #spaces = 0;

  private constructor(nats: PrivateNats, postgres: PrivatePostgres, user: string) {
    this.nats = nats;
    this.#user = user;
    this.#postgres = postgres;
  }

  static async start(servers: 1 | 3, more: Pick<PrivateNatsOptions, 'configuration' | 'user'> = {}): Promise<HubCluster> {
    const [nats, postgres] = await Promise.all([PrivateNats.start({ servers, ...more }), PrivatePostgres.start()]);
    return new HubCluster(nats, postgres, more.user === undefined ? '' : `${more.user}:${more.user}@`);
  }

  /** Hubs that hear nothing of those started by another call. */
  async apart(named?: string): Promise<HubStarter> {
    const space = named ?? `hubs-${++this.#spaces}`;
    const db = await this.#postgres.emptyDatabase();
    const through = (servers: readonly string[]) => ['--bus', `nats://${this.#user}${servers.join(',')}/${space}`, '--db', db];
    const shared = through(this.nats.addresses);
    return {
      shared,
      start: (name, ...options) => HubProcess.start(...shared, '--name', name, ...options),
      startBehind: (port, name, ...options) => HubProcess.start(...through([`127.0.0.1:${port}`]), '--name', name, ...options),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.nats[Symbol.asyncDispose](), this.#postgres[Symbol.asyncDispose]()]);
  }
}

export interface HubStarter {
  /** The options that make a hub one of them, but for its name. */
  readonly shared: readonly string[];
  start(name: string, ...options: readonly string[]): Promise<HubProcess>;
  /** One that reaches the NATS servers through a port of this machine only. */
  startBehind(port: number, name: string, ...options: readonly string[]): Promise<HubProcess>;
}
