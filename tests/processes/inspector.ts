/** What an inspected process says of itself, after it has collected its garbage. */
export interface Vitals {
  readonly heapBytes: number;
  /** Timers that keep its event loop alive. */
  readonly timers: number;
}

interface Answer {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: unknown }; readonly exceptionDetails?: { readonly text: string } };
  readonly error?: { readonly message: string };
}

const ANSWER_MS = 60_000;
const VITALS = `JSON.stringify({
  heapBytes: process.memoryUsage().heapUsed,
  timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
})`;

/** Asks a process that was started with --inspect, over the protocol of Chromium's developer tools. Disposing closes the connection. */
export class Inspector implements Disposable {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.resolve(answer);
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the inspected process closed the connection'));
    });
  }

  static async open(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`nothing can be inspected at ${url}`)));
    });
    return new Inspector(socket);
  }

  async vitals(): Promise<Vitals> {
    await this.#ask('HeapProfiler.collectGarbage');
    const { result } = await this.#ask('Runtime.evaluate', { expression: VITALS, returnByValue: true });
    return JSON.parse(String(result?.result?.value)) as Vitals;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  async #ask(method: string, params: object = {}): Promise<Answer> {
    const id = ++this.#asked;
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    const patience = setTimeout(() => this.#waiting.get(id)?.reject(new Error(`no answer to ${method} in ${ANSWER_MS} ms`)), ANSWER_MS);
    this.#socket.send(JSON.stringify({ id, method, params }));
    try {
      const answer = await answered;
      const wrong = answer.error?.message ?? answer.result?.exceptionDetails?.text;
      if (wrong !== undefined) throw new Error(`${method}: ${wrong}`);
      return answer;
    } finally {
      clearTimeout(patience);
      this.#waiting.delete(id);
    }
  }
}
