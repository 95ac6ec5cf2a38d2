import type { EntityRow } from '../../src/hub/join/entity-row.ts';
import type { EntityChange, PoseEvent, SessionEvent } from '../../src/hub/join/event.ts';
import { StartedProcess } from './started-process.ts';

/** What became of a line that was obeyed. */
export interface Obeyed {
  readonly event: 'result';
  readonly command: string;
  /** Of the script, from 1. */
  readonly line: number;
  readonly ok: boolean;
  readonly outcome: { readonly kind: string; readonly reason?: string; readonly [detail: string]: unknown };
  readonly text: string;
}

export type SeenPose = PoseEvent & { readonly atMs: number };

/** `manyhands join --json` in a process of its own, told what to do line by line. */
export class JoinProcess implements AsyncDisposable {
  readonly id: string;
  readonly #process: StartedProcess;
  #obeyed = 0;

  private constructor(process: StartedProcess, id: string) {
    this.#process = process;
    this.id = id;
  }

  static async join(url: string, name: string, ...options: readonly string[]): Promise<JoinProcess> {
    const process = StartedProcess.start(name, 'src/hub/main.ts', ['join', url, '--as', name, '--json', ...options]);
    const id = await process.until('it had joined', ({ value }) => {
      const event = value as SessionEvent;
      return event.event === 'joined' ? event.id : undefined;
    });
    return new JoinProcess(process, id);
  }

  get ended(): Promise<number> {
    return this.#process.ended;
  }

  /** How many lines it has printed: where to look from for what comes next. */
  get mark(): number {
    return this.#process.lines.length;
  }

  /** Says a line and waits for what becomes of it. */
  obey(line: string): Promise<Obeyed> {
    const number = ++this.#obeyed;
    const from = this.mark;
    this.#process.write(line);
    const isOurs = (value: Obeyed) => value.event === 'result' && value.line === number;
    return this.#process.until(`the result of "${line}"`, ({ value }) => (isOurs(value as Obeyed) ? (value as Obeyed) : undefined), {
      from,
    });
  }

  /** Says a line that must be done. */
  async must(line: string): Promise<Obeyed> {
    const obeyed = await this.obey(line);
    if (!obeyed.ok) throw new Error(`${this.id} was told "${line}", but: ${obeyed.text}`);
    return obeyed;
  }

  /** Says a line until it is done: a command that was lost may be given again. Answers how often it was said. */
  async insist(line: string, times = 5): Promise<number> {
    for (let time = 1; time < times; time++) {
      const { ok, outcome, text } = await this.obey(line);
      if (ok) return time;
      if (outcome.kind !== 'lost') throw new Error(`${this.id} was told "${line}", but: ${text}`);
    }
    await this.must(line);
    return times;
  }

  async list(): Promise<readonly EntityRow[]> {
    const { outcome } = await this.must('list');
    return outcome.entities as readonly EntityRow[];
  }

  /** The first pose it shows of an entity, from `from` on, for which `test` holds. */
  pose(entity: string, what: string, test: (pose: SeenPose) => boolean, from = 0): Promise<SeenPose> {
    const find = ({ atMs, value }: { atMs: number; value: unknown }) => {
      const pose = { atMs, ...(value as PoseEvent) };
      return pose.event === 'pose' && pose.entity === entity && test(pose) ? pose : undefined;
    };
    return this.#process.until(`${entity} ${what}`, find, { from });
  }

  /** All it has shown of an entity, from line `from` on. */
  poses(entity: string, from = 0): SeenPose[] {
    return this.#process.lines
      .slice(from)
      .map(({ atMs, value }) => ({ atMs, ...(value as PoseEvent) }))
      .filter((pose) => pose.event === 'pose' && pose.entity === entity);
  }

  /** Waits to be told of a change of an entity. */
  change<K extends EntityChange['kind']>(entity: string, kind: K, from = 0): Promise<Extract<EntityChange, { kind: K }>> {
    return this.#process.until(
      `${entity} was ${kind}`,
      ({ value }) => {
        const event = value as SessionEvent;
        const found = event.event === 'entity' && event.entity === entity && event.change.kind === kind;
        return found ? (event.change as Extract<EntityChange, { kind: K }>) : undefined;
      },
      { from },
    );
  }

  /** No more lines will be said: it leaves when it has obeyed. */
  endInput(): void {
    this.#process.endInput();
  }

  kill(): Promise<number> {
    return this.#process.kill();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }
}
