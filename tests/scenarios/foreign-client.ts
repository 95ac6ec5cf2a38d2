import { connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';

/** A NATS client that is no participant, with the key of one: it tries what it likes. */
export class ForeignClient implements AsyncDisposable {
  readonly connection: NatsConnection;
  /** What the servers did not let it do: `publish SUBJECT`, `subscription SUBJECT`. */
  readonly refused = new Set<string>();
  readonly heard: string[] = [];

  private constructor(connection: NatsConnection) {
    this.connection = connection;
    void this.#notice();
  }

  static async connect(servers: readonly string[], seed: string): Promise<ForeignClient> {
    const authenticator = nkeyAuthenticator(new TextEncoder().encode(seed));
    return new ForeignClient(await connect({ servers: [...servers], authenticator, inboxPrefix: '_INBOX_nobody' }));
  }

  publish(subject: string, payload: Uint8Array | string, reply?: string): void {
    this.connection.publish(subject, payload, reply === undefined ? {} : { reply });
  }

  listen(subject: string): void {
    this.connection.subscribe(subject, { callback: (error, message) => void (error ?? this.heard.push(message.subject)) });
  }

  /** Asks as a participant would, with the answer in its own inbox. */
  async ask(subject: string, payload: Uint8Array, inbox: string): Promise<Uint8Array> {
    return (await this.connection.request(subject, payload, { timeout: 5000, noMux: true, reply: inbox })).data;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.connection.close();
  }

  async #notice(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type !== 'error') continue;
      const [, operation, subject] = /Permissions Violation for (Publish|Subscription) to "([^"]+)"/i.exec(String(status.error)) ?? [];
      if (operation !== undefined) this.refused.add(`${operation.toLowerCase()} ${subject}`);
    }
  }
}
