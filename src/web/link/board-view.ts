import { type Clock, every } from '../../core/base/clock.ts';
import { hashText } from '../../core/base/hash.ts';
import type { Blackboard, NewVariable } from '../../core/blackboard/blackboard.ts';
import type { WriteOutcome } from '../../core/blackboard/mount.ts';
import { type BoardValue, typed } from '../../core/blackboard/value.ts';
import type { Bus } from '../../core/bus/bus.ts';
import type { SensorWish } from '../../core/host/sensor-wishes.ts';
import { worldBoard } from '../../core/host/world-board.ts';
import { WorldMount } from '../../core/host/world-mount.ts';
import { robotVariables } from '../../core/running/running.ts';
import type { Participant } from '../../core/world/world.ts';
import type { BoardLook, BoardReading, BoardVariable, BoardWish, ShownValue, WholeReading } from './board-link.ts';

export interface BoardViewPorts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  /** Told which sensors the page listens to. */
  readonly onWish: (wish: SensorWish) => void;
}

/** All values of a world come to who mirrors its blackboard: when the page has not looked for so long, that ends. Hidden pages have slow timers. */
const LINGER_MS = 5000;
/** To list all variables costs as much as there are. */
const SURVEY_MS = 500;
const MOST_SHOWN_LETTERS = 2000;
const MOST_SHOWN_COMPONENTS = 64;

interface Survey {
  readonly atMs: number;
  readonly edition: number;
  readonly variables: readonly BoardVariable[];
}

/** The blackboard of a world for as long as the page looks at it. */
export class BoardView implements Disposable {
  readonly #participant: Participant;
  readonly #ports: BoardViewPorts;
  readonly #timer: Disposable;
  /** What people call those who are here, or were while somebody looked. */
  readonly #names = new Map<string, string>();
  #board: Blackboard | undefined;
  #survey: Survey | undefined;
  #lookedMs = 0;
  /** Those who have asked before it was known here. */
  #waiting = 0;

  constructor(participant: Participant, ports: BoardViewPorts) {
    this.#participant = participant;
    this.#ports = ports;
    this.#timer = every(ports.clock, LINGER_MS / 2, () => {
      if (this.#waiting === 0 && ports.clock.now() - this.#lookedMs > LINGER_MS) this.#close();
    });
  }

  /** For who writes in the name of this page: it stays open as long as it is asked for. */
  get board(): Blackboard {
    this.#lookedMs = this.#ports.clock.now();
    return this.#opened();
  }

  async look({ edition, names }: BoardWish): Promise<BoardLook> {
    const board = await this.#open();
    const survey = this.#surveyed(board);
    return {
      edition: survey.edition,
      variables: survey.edition === edition ? undefined : survey.variables,
      readings: names.flatMap((name) => {
        // Also of what is not there yet: a sensor is measured for who reads it.
        const reading = this.#reading(board, name);
        return board.declaration(name) ? [reading] : [];
      }),
    };
  }

  async read(names: readonly string[]): Promise<readonly WholeReading[]> {
    const board = await this.#open();
    return names.flatMap((name) => {
      // What was never written is read all the same: some values are made only for who reads them.
      const answer = board.read(name, Number.POSITIVE_INFINITY);
      const value = answer.kind === 'value' ? answer.value : answer.last;
      return value === undefined ? [] : [{ name, value, ageMs: answer.kind === 'value' ? answer.ageMs : undefined }];
    });
  }

  async write(name: string, value: BoardValue): Promise<WriteOutcome> {
    return (await this.#open()).write(name, value);
  }

  async declare(name: string, variable: NewVariable): Promise<void> {
    await (await this.#open()).declare(name, variable);
    // Whoever looks next sees it.
    this.#survey = undefined;
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
    this.#close();
  }

  #opened(): Blackboard {
    const { bus, clock, report, onWish } = this.#ports;
    this.#board ??= worldBoard(this.#participant, {
      ...{ bus, clock, report, onWish },
      mounts: [new WorldMount(this.#participant, { clock, more: robotVariables((...asked) => this.#participant.command(...asked)) })],
    });
    return this.#board;
  }

  async #open(): Promise<Blackboard> {
    const { clock } = this.#ports;
    const board = this.#opened();
    this.#waiting++;
    try {
      await board.ready;
    } catch (error) {
      // The next one who asks begins anew.
      if (this.#board === board) this.#close();
      throw error;
    } finally {
      this.#waiting--;
      this.#lookedMs = clock.now();
    }
    return board;
  }

  #close(): void {
    this.#board?.[Symbol.dispose]();
    this.#board = undefined;
    this.#survey = undefined;
  }

  #surveyed(board: Blackboard): Survey {
    const atMs = this.#ports.clock.now();
    if (this.#survey && atMs - this.#survey.atMs < SURVEY_MS) return this.#survey;
    for (const { id, name } of this.#participant.participants) this.#names.set(id, name);
    const variables = board.names().flatMap((name) => this.#variable(board, name) ?? []);
    this.#survey = { atMs, edition: hashText(JSON.stringify(variables)), variables };
    return this.#survey;
  }

  #variable(board: Blackboard, name: string): BoardVariable | undefined {
    const declaration = board.declaration(name);
    if (!declaration) return undefined;
    const { type, unit, goodForMs, writers } = declaration;
    return {
      ...{ name, type, unit, goodForMs, objection: board.objectionToWriting(name) },
      writers:
        writers.kind === 'participant'
          ? { kind: 'participant', name: this.#nameOf(writers.id) }
          : { kind: writers.kind === 'mount' ? 'mounted' : 'anyone' },
    };
  }

  /** However old it is: who looks judges that. */
  #reading(board: Blackboard, name: string): BoardReading {
    const answer = board.read(name, Number.POSITIVE_INFINITY);
    const value = answer.kind === 'value' ? answer.value : answer.last;
    if (value === undefined) return { name, held: undefined };
    const { writer = '', isWriterHere = false, hops = [] } = answer;
    return {
      name,
      held: {
        value: shownOf(value),
        age: answer.kind === 'value' ? { kind: 'known', ageMs: answer.ageMs } : { kind: 'unknown', reason: answer.reason },
        ...{ writer: this.#nameOf(writer), isWriterHere },
        hops: hops.map((hop) => ({ ...hop, node: this.#nameOf(hop.node) })),
      },
    };
  }

  #nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }
}

function shownOf(value: BoardValue): ShownValue {
  const given = typed(value);
  switch (given.type) {
    case 'text':
      return { type: 'text', value: given.value.slice(0, MOST_SHOWN_LETTERS), length: given.value.length };
    case 'vector':
      return { type: 'vector', value: given.value.slice(0, MOST_SHOWN_COMPONENTS), length: given.value.length };
    case 'bytes':
      return { type: 'bytes', content: given.value.content, length: given.value.bytes.length };
    default:
      return given;
  }
}
