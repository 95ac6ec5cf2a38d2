import type { VirtualTime } from '../../core/base/virtual-time.ts';
import type { RunState, WorkContent } from '../../core/running/run-state.ts';
import { isOver, NO_WORK } from '../../core/running/run-state.ts';
import { decodeWork } from '../../core/running/work-codec.ts';
import type { EntityState } from '../../core/world/state.ts';
import { endOf, type Participant } from '../../core/world/world.ts';
import type { Cast } from '../cast.ts';
import type { Witness } from '../witness.ts';
import { EFFECTS, ROVERS, wordsOf } from './programs.ts';

/** What was published of the work of a robot, and which runs led to it: by the row of a task, the one that was started for it. */
interface Said {
  readonly content: WorkContent;
  /** World time at which something else ended the motion of the work. */
  readonly haltedMs: number | undefined;
  /** World time at which the robot stands. */
  readonly endsMs: number;
  readonly rows: ReadonlyMap<string, string>;
}

interface Place {
  readonly epoch: number;
  readonly seq: number;
}

const NOTHING: Said = { content: NO_WORK, haltedMs: undefined, endsMs: Number.NEGATIVE_INFINITY, rows: new Map() };
/** The longest deed of any program, with the time in which somebody else takes the robot over. */
const LONGEST_SILENCE_MS = 9000;
/** Programs reckon in whole milliseconds. */
const ROUNDED_MS = 1.5;

/** Knows what must never become of a program, whoever owns its robot: each effect is done once, in its order, going on from what the owner knew. */
export class ProgramWatch {
  readonly #time: VirtualTime;
  readonly #witness: Witness;
  readonly #worldMsOf: Cast['worldMsOf'];
  readonly #said = new Map<string, Said>();
  /** By participant and robot: the last state it has accepted, and the last of an earlier epoch. */
  readonly #accepted = new Map<string, { now: Place; before: Place | undefined }>();
  /** When the run of a row was first published, and when it was first published as finished. */
  readonly begun = new Map<string, number>();
  readonly finished = new Map<string, number>();
  readonly #changedMs = new Map<string, number>();
  /** Effects published for the first time. */
  effects = 0;
  takenOver = 0;

  constructor(time: VirtualTime, witness: Witness, worldMsOf: Cast['worldMsOf']) {
    this.#time = time;
    this.#worldMsOf = worldMsOf;
    this.#witness = witness;
    witness.spoken.on(({ author, entity, state }) => isRover(entity) && this.#spoken(author, entity, state));
  }

  /** A participant of the scenario: what it knows of robots before it takes them over. */
  attend(participant: Participant): void {
    participant.changes.on(({ entity }) => {
      const view = isRover(entity) ? participant.entity(entity) : undefined;
      if (!view || view.seq === 0) return;
      const key = `${participant.id} ${entity}`;
      const known = this.#accepted.get(key);
      const now = { epoch: view.epoch, seq: view.seq };
      const before = known && known.now.epoch < now.epoch ? known.now : known?.before;
      this.#accepted.set(key, { now, before });
    });
  }

  /** It has come under an id that somebody had before. */
  forget(participant: string): void {
    for (const rover of ROVERS) this.#accepted.delete(`${participant} ${rover}`);
  }

  /** In peace: whatever runs gets on. */
  checkProgress(participants: readonly Participant[]): void {
    for (const rover of ROVERS) {
      for (const participant of participants) {
        const view = participant.entity(rover);
        if (!view?.isMine || !view.work?.isActive || participant.time.rate === 0) continue;
        const silentMs = this.#time.now - (this.#changedMs.get(rover) ?? 0);
        if (silentMs > LONGEST_SILENCE_MS)
          this.#witness.violate('RN4', `the program of ${rover} at ${participant.id} has done nothing for ${silentMs.toFixed(0)} ms`);
      }
    }
  }

  #spoken(author: string, rover: string, { epoch, seq, generation, base, work }: EntityState): void {
    const before = this.#before(author, rover, epoch, seq);
    const content = work ? decodeWork(work.bytes) : NO_WORK;
    const isFirstOfEpoch = !this.#said.has(keyOf(rover, epoch, seq - 1));
    const run = content.run;
    let { rows } = before;
    if (run) {
      if (before.content.run?.id === run.id) {
        if (isFirstOfEpoch && !isOver(run)) this.takenOver++;
        this.#checkNext(rover, before.content.run, before.haltedMs, run, work?.haltedMs);
        if (run.machine.last?.number !== before.content.run.machine.last?.number)
          this.#checkAwaited(rover, before, this.#worldMsOf(author, rover, generation));
      } else {
        this.#checkBegun(rover, author, before, run);
        if (run.task !== undefined) rows = new Map(rows).set(run.task, run.id);
      }
      if (isOver(run)) this.#checkOver(rover, run);
    }
    this.#said.set(keyOf(rover, epoch, seq), { content, haltedMs: work?.haltedMs, endsMs: endOf(base), rows });
  }

  /** What this author went on from: its own last word, or, when it has just taken the robot, what it had accepted of others. */
  #before(author: string, rover: string, epoch: number, seq: number): Said {
    const own = this.#said.get(keyOf(rover, epoch, seq - 1));
    if (own) return own;
    const accepted = this.#accepted.get(`${author} ${rover}`);
    const base = accepted && (accepted.now.epoch < epoch ? accepted.now : accepted.before);
    return (base && this.#said.get(keyOf(rover, base.epoch, base.seq))) ?? NOTHING;
  }

  #checkBegun(rover: string, author: string, before: Said, run: RunState): void {
    const old = before.content.run;
    if (old && !isOver(old) && old.generation === run.generation)
      this.#witness.violate('RN9', `${author} began another program on ${rover}, which ran ${old.id} as far as it knew`);
    const known = run.task === undefined ? undefined : before.rows.get(run.task);
    if (known !== undefined && known !== run.id)
      this.#witness.violate('TK14', `${author} started row ${run.task} on ${rover} again: it had run ${known}, and now runs ${run.id}`);
    const number = run.machine.last?.number ?? 0;
    if (number > 1) this.#witness.violate('RN4', `run ${run.id} of ${rover} began with effect ${number}`);
    if (run.task !== undefined && !this.begun.has(run.task)) this.begun.set(run.task, this.#time.now);
    this.#note(rover, run);
  }

  #checkNext(rover: string, before: RunState, wasHaltedMs: number | undefined, run: RunState, haltedMs: number | undefined): void {
    const [last, next] = [before.machine.last?.number ?? 0, run.machine.last?.number ?? 0];
    const what = `run ${run.id} of ${rover}`;
    if (next < last) this.#witness.violate('RN4', `${what} went back from effect ${last} to ${next}`);
    if (next > last + 1) this.#witness.violate('RN4', `${what} went from effect ${last} to ${next}`);
    if (next === last + 1) {
      if (before.deed?.kind === 'motion' && wasHaltedMs !== undefined)
        this.#witness.violate('RN5', `${what} went on to effect ${next}, and the rest of ${last} was never done`);
      this.#note(rover, run);
    }
    if (next !== last) return;
    this.#checkMotion(what, before, wasHaltedMs, run, haltedMs);
    if (JSON.stringify(before.writes) !== JSON.stringify(run.writes))
      this.#witness.violate(
        'RN8',
        `${what} wrote to flags as ${JSON.stringify(run.writes)} what it had written as ${JSON.stringify(before.writes)}`,
      );
  }

  /** What takes time is waited for before the next thing is done. */
  #checkAwaited(rover: string, { content: { run }, endsMs }: Said, worldMs: number | undefined): void {
    const last = run?.machine.last;
    if (!run || !last || worldMs === undefined) return;
    const untilMs = run.deed?.kind === 'motion' ? endsMs : last.deed.kind === 'wait' ? last.deed.untilMs : worldMs;
    if (worldMs < untilMs - ROUNDED_MS)
      this.#witness.violate(
        'RN4',
        `run ${run.id} of ${rover} went on ${(untilMs - worldMs).toFixed(0)} ms before effect ${last.number} was over`,
      );
  }

  /** One and the same motion: it began where it began, and what was done of it is not done again. */
  #checkMotion(what: string, before: RunState, wasHaltedMs: number | undefined, run: RunState, haltedMs: number | undefined): void {
    const [old, now] = [before.deed, run.deed];
    if (old?.kind !== 'motion' || now?.kind !== 'motion') return;
    if (JSON.stringify(old.from) !== JSON.stringify(now.from))
      this.#witness.violate('RN5', `${what} began a motion at ${JSON.stringify(old.from)} and again at ${JSON.stringify(now.from)}`);
    const isBegunAgain = wasHaltedMs !== undefined && haltedMs === undefined;
    const doneMs = old.doneMs + (isBegunAgain ? Math.max(0, wasHaltedMs - old.startedMs) : 0);
    if (now.doneMs < doneMs - 1) this.#witness.violate('RN5', `${what} had done ${doneMs} ms of a motion, and then ${now.doneMs} ms`);
  }

  /** An effect that follows from what was done before: it is the one that the text has there. */
  #note(rover: string, run: RunState): void {
    const { last } = run.machine;
    this.#changedMs.set(rover, this.#time.now);
    if (!last) return;
    this.effects++;
    const expected = EFFECTS.get(run.machine.program)?.[last.number - 1];
    const isFailure = last.deed.kind === 'end' && last.deed.outcome === 'failed';
    if (!isFailure && expected !== wordsOf(last.deed))
      this.#witness.violate(
        'RN4',
        `run ${run.id} of ${rover} did ${wordsOf(last.deed)} as effect ${last.number}, not ${expected ?? 'nothing'}`,
      );
    const printed = run.printed.map(({ number }) => number);
    if (new Set(printed).size < printed.length)
      this.#witness.violate('RN4', `run ${run.id} of ${rover} printed one line twice: ${printed}`);
  }

  #checkOver(rover: string, run: RunState): void {
    if (run.phase !== 'finished') return;
    const all = EFFECTS.get(run.machine.program)?.length;
    const number = run.machine.last?.number;
    if (all !== number) this.#witness.violate('RN4', `run ${run.id} of ${rover} finished after ${number} effects of ${all}`);
    if (run.task !== undefined && !this.finished.has(run.task)) this.finished.set(run.task, this.#time.now);
  }
}

export const isRover = (entity: string): boolean => ROVERS.some((rover) => rover === entity);

const keyOf = (entity: string, epoch: number, seq: number): string => `${entity} ${epoch} ${seq}`;
