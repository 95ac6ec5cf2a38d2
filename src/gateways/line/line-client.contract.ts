import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { until } from '../../channels/channel.contract.ts';
import type { GatewayClient } from '../gateway.contract.ts';

const NEWLINE = 0x0a;

/** Somebody who speaks the line protocol, over any stream. */
export class LineClient implements GatewayClient {
  readonly heard: string[] = [];
  readonly #stream: Duplex;
  #rest = '';
  #line = 0;
  #isOver = false;

  constructor(stream: Duplex) {
    this.#stream = stream;
    stream.on('data', (bytes: Buffer) => {
      const lines = (this.#rest + bytes.toString()).split('\n');
      this.#rest = lines.pop() ?? '';
      this.heard.push(...lines);
    });
    stream
      .on('error', () => {})
      .on('close', () => this.#over())
      .on('end', () => this.#over());
  }

  static async connected(port: number): Promise<LineClient> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new LineClient(socket);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get socket(): Socket {
    return this.#stream as Socket;
  }

  raw(said: string | Uint8Array): void {
    const bytes = Buffer.from(said);
    this.#line += bytes.filter((byte) => byte === NEWLINE).length;
    this.#stream.write(bytes);
  }

  /** Says lines; answers the number of the last. */
  say(...lines: string[]): number {
    for (const line of lines) {
      this.raw(`${line}\n`);
      if (/^hello ./.test(line)) this.#line = 1;
    }
    return this.#line;
  }

  /** What comes for a line: the rest of `ok N ...` or `err N ...`, with its first word. */
  async ask(line: string): Promise<string> {
    const from = this.heard.length;
    const number = this.say(line);
    return this.answerTo(number, from);
  }

  async answerTo(number: number, from = 0): Promise<string> {
    const answer = new RegExp(`^(ok|err) ${number}( |$)`);
    const found = await until(`the answer to line ${number} among ${this.heard.slice(from).join(' | ')}`, () => {
      const line = this.heard.slice(from).find((heard) => answer.test(heard));
      return line ?? (this.#isOver ? 'over' : undefined);
    });
    return found.replace(` ${number}`, '');
  }

  /** The first line that matches. */
  line(pattern: RegExp, from = 0): Promise<string> {
    return until(`a line like ${pattern}`, () => this.heard.slice(from).find((heard) => pattern.test(heard)));
  }

  async nonce(): Promise<string> {
    return (await this.ask('nonce')).replace('ok nonce=', '');
  }

  async enter(token: string, name: string): Promise<'in' | 'refused'> {
    return (await this.ask(`hello ${token} "${name}"`)).startsWith('ok hello') ? 'in' : 'refused';
  }

  /** A busy machine may be too slow for a line to be fresh: then it is said again, as a device would. */
  async drive(robot: string): Promise<'done' | 'refused'> {
    for (let i = 0; i < 50; i++) {
      const answer = await this.ask(`set robots/${robot}/twist 0.2,0,0 nonce=${await this.nonce()}`);
      if (answer.startsWith('ok')) return 'done';
      if (!/^err (late nonce=\w+ it may be|lost nonce=\w+ no owner answered)|came too late/.test(answer)) return 'refused';
    }
    throw new Error('it was late fifty times');
  }

  async stop(robot: string): Promise<'done' | 'refused'> {
    return (await this.ask(`set robots/${robot}/control/stopped true`)).startsWith('ok') ? 'done' : 'refused';
  }

  async look(robot: string): Promise<'told' | 'refused'> {
    // Its pose, its owner, its twist and its flag.
    return (await this.ask(`list robots/${robot}/*`)) === 'ok 4' ? 'told' : 'refused';
  }

  sendGarbage(): void {
    this.raw(Uint8Array.from({ length: 500 }, (_, i) => (i * 73 + 11) & 0xff));
    this.raw('\n\0\n"\nset\nset x\n=\nhello\n');
  }

  flood(): void {
    const lines = 'age robots/rover/pose\n'.repeat(500);
    const more = () => {
      while (!this.#stream.destroyed && this.#stream.write(lines));
    };
    this.#stream.on('drain', more);
    more();
  }

  async leave(): Promise<void> {
    await this.ask('bye');
  }

  vanish(): void {
    this.#stream.destroy();
  }

  #over(): void {
    this.#isOver = true;
  }
}
