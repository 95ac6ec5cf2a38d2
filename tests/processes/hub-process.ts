import { StartedProcess } from './started-process.ts';

/** What `/metrics` says, as far as tests look at it. */
export interface HubMetrics {
  readonly entities: number;
  readonly participants: number;
  readonly door: {
    readonly closed: Readonly<Record<string, number>>;
    readonly delivered: Readonly<Record<'state' | 'command' | 'control' | 'video', { readonly messages: number; readonly bytes: number }>>;
  };
  readonly process: { readonly residentBytes: number; readonly heapBytes: number; readonly cpuS: number };
}

/** What the hub logged when a link was closed. */
export interface LoggedLeave {
  readonly id: string;
  readonly reason: string;
  readonly detail: string;
}

interface Listening {
  readonly url: string;
  readonly administrator: string;
}

/** A hub in a process of its own, on a free port. */
export class HubProcess implements AsyncDisposable {
  readonly url: string;
  readonly #process: StartedProcess;
  readonly #administratorLink: string;

  private constructor(process: StartedProcess, { url, administrator }: Listening) {
    this.#process = process;
    this.url = url;
    this.#administratorLink = administrator;
  }

  static start(...options: readonly string[]): Promise<HubProcess> {
    return HubProcess.#start(options, []);
  }

  /** One whose heap and timers an `Inspector` can look at, at `inspectorUrl`. */
  static startInspected(...options: readonly string[]): Promise<HubProcess> {
    return HubProcess.#start(options, ['--inspect=127.0.0.1:0']);
  }

  static async #start(options: readonly string[], nodeOptions: readonly string[]): Promise<HubProcess> {
    const args = ['hub', '--port', '0', '--db', ':memory:', '--json', ...options];
    const process = StartedProcess.start('the hub', 'src/hub/main.ts', args, nodeOptions);
    const listening = await process.until('it said where it listens', ({ value }) =>
      (value as Partial<Listening>).url === undefined ? undefined : (value as Listening),
    );
    return new HubProcess(process, listening);
  }

  /** Where WebSockets find a world. */
  get socketUrl(): string {
    return `${this.url.replace('http', 'ws')}/v1/worlds/demo`;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get pid(): number {
    return this.#process.pid;
  }

  get inspectorUrl(): string {
    const [, url] = /Debugger listening on (ws:\S+)/.exec(this.#process.stderr) ?? [];
    if (url === undefined) throw new Error('the hub was not started to be inspected');
    return url;
  }

  /** Without a word to anybody. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  async metrics(): Promise<HubMetrics> {
    const response = await fetch(`${this.url}/metrics`);
    return (await response.json()) as HubMetrics;
  }

  /** A session that may do everything. */
  async administrator(): Promise<{ readonly token: string }> {
    const response = await fetch(`${this.url}/api/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link: this.#administratorLink, name: 'Root' }),
    });
    return (await response.json()) as { token: string };
  }

  /** Who came in at its door so far: from its log. */
  get joined(): readonly string[] {
    return this.#logged.filter(({ msg }) => msg === 'joined').map(({ name }) => String(name));
  }

  /** Who left so far, and why: from its log. */
  get left(): readonly LoggedLeave[] {
    return this.#logged.filter(({ msg }) => msg === 'left') as unknown as LoggedLeave[];
  }

  /** What it logged as a warning or worse, other than turning links away. */
  get complaints(): readonly string[] {
    return this.#logged.filter(({ level, msg }) => Number(level) >= 40 && msg !== 'turned away').map((entry) => JSON.stringify(entry));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }

  get #logged(): Record<string, unknown>[] {
    return this.#process.stderr
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}
