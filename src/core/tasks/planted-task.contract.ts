/** Random tasks with planted circles, unreachable starts and conflicts; and a judge of them, who performs them instead of looking at them. */
import { integerBelow, type Random, seededRandom } from '../base/random.ts';
import { rowMeant, type TaskRow } from './tasks.ts';

interface Setting {
  readonly flag: string;
  readonly value: number;
}

export interface Planted {
  /** The table, as text. */
  readonly text: string;
  readonly programs: ReadonlyMap<string, string>;
  /** What each program really sets. */
  readonly settings: ReadonlyMap<string, readonly Setting[]>;
  /** By the programs' names, which are different in each row. */
  readonly circular: readonly string[];
  readonly unreachable: readonly string[];
  readonly conflicting: readonly string[];
}

interface Line {
  readonly condition: string;
  readonly robot: string;
  readonly program: string;
}

class Planter {
  readonly random: Random;
  readonly lines: Line[] = [];
  readonly programs = new Map<string, string>();
  readonly settings = new Map<string, readonly Setting[]>();
  readonly circular: string[] = [];
  readonly unreachable: string[] = [];
  readonly conflicting: string[] = [];
  #names = 0;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  below(count: number): number {
    return integerBelow(this.random, count);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  name(letter: string): string {
    return `${letter}${this.#names++}`;
  }

  /** A program that sets these; sometimes by what is not to be seen in its text. */
  program(robot: string, settings: readonly Setting[], { isPlain = false } = {}): string {
    const name = this.name('p');
    const words = settings.map(({ flag, value }) => {
      const variable = this.name('v');
      const isHidden = !isPlain && this.below(4) === 0;
      const written = isHidden ? variable : this.pick([String(value), `${value - 1} + 1`]);
      const call = flag === robot ? `flag(${written});` : `wcellflag(${flag.slice(1)}, ${written});`;
      return isHidden ? `int ${variable} = ${value}; ${call}` : call;
    });
    this.programs.set(name, `wait(${1 + this.below(900)}); ${words.join(' ')} wait(10);`);
    this.settings.set(name, settings);
    return name;
  }

  put(line: Line, at = this.below(this.lines.length + 1)): void {
    this.lines.splice(at, 0, line);
  }

  /** Each row waits only for what stands above it. Of one robot later rows wait for its earlier ones, or for a time of their own. */
  honest(): void {
    const robots = Array.from({ length: 2 + this.below(5) }, () => this.name('r'));
    const rows = 2 + this.below(7);
    for (let row = 0; row < rows; row++) {
      const robot = this.pick(robots);
      const isFirst = !this.lines.some((line) => line.robot === robot);
      const settings = [{ flag: robot, value: 1 + row }, ...(this.below(3) === 0 ? [{ flag: '#3', value: 100 + row }] : [])];
      const condition = isFirst ? this.#anyCondition(row) : this.pick([`S ${robot} 2`, `T - ${row + 0.5}`]);
      this.put({ condition, robot, program: this.program(robot, settings) }, row);
    }
  }

  #anyCondition(row: number): string {
    const above = this.lines[this.below(Math.max(1, row))];
    const set = above && this.settings.get(above.program);
    if (!above || !set) return this.pick(['N - -', `T - ${row + 0.25}`]);
    const { flag, value } = this.pick(set);
    return this.pick([
      'N - -',
      `T - ${row + 0.25}`,
      `S ${above.robot} 1`,
      `S ${above.robot} 2`,
      `F ${flag} ${value}`,
      `F ${above.robot} 0`,
    ]);
  }

  circle(): void {
    const robots = Array.from({ length: 1 + this.below(4) }, () => this.name('c'));
    for (const [index, robot] of robots.entries()) {
      const next = robots[(index + 1) % robots.length] as string;
      const program = this.program(robot, [{ flag: robot, value: 99 }], { isPlain: true });
      this.put({ condition: this.pick([`S ${next} 1`, `S ${next} 2`, `F ${next} 99`]), robot, program });
      this.circular.push(program);
    }
    if (this.below(2) === 0) this.#waiting(this.pick(robots));
  }

  unreach(): void {
    const robot = this.name('u');
    const program = this.program(robot, [{ flag: robot, value: 1 }], { isPlain: true });
    this.put({ condition: this.pick(['S ghost 1', 'S ghost 2', 'F ghost 3', 'F #7 5']), robot, program });
    this.unreachable.push(program);
    if (this.below(2) === 0) this.#waiting(robot);
  }

  /** For what never starts. */
  #waiting(robot: string): void {
    const own = this.name('w');
    const program = this.program(own, [], { isPlain: true });
    this.put({ condition: this.pick([`S ${robot} 1`, `S ${robot} 2`]), robot: own, program });
    this.unreachable.push(program);
  }

  conflict(): void {
    const robot = this.name('k');
    const [first, second] = [this.program(robot, []), this.program(robot, [])];
    const at = this.below(this.lines.length + 1);
    const same = this.pick(['N - -', 'T - 40.5']);
    this.put({ condition: same, robot, program: first }, at);
    this.put({ condition: this.pick([same, `S ${robot} 1`]), robot, program: second }, at + 1);
    this.conflicting.push(second);
  }
}

export function plantedTask(seed: number): Planted {
  const planter = new Planter(seed);
  planter.honest();
  if (planter.below(3) === 0) planter.circle();
  if (planter.below(3) === 0) planter.unreach();
  if (planter.below(3) === 0) planter.conflict();
  const { programs, settings, circular, unreachable, conflicting } = planter;
  const text = planter.lines.map(({ condition, robot, program }) => `${condition} ${robot} ${program} -\n`).join('');
  return { text, programs, settings, circular, unreachable, conflicting };
}

export interface Performed {
  /** When each row's condition was met, and its program began; undefined: never. */
  readonly due: readonly (number | undefined)[];
  readonly started: readonly (number | undefined)[];
}

/** Performs it with programs that last as chance has it. `byHand`: somebody sets every flag that is waited for, in the end. */
export function perform(
  rows: readonly TaskRow[],
  settings: Planted['settings'],
  { random, byHand }: { readonly random: Random; readonly byHand: boolean },
): Performed {
  const due: (number | undefined)[] = rows.map(() => undefined);
  const started: (number | undefined)[] = rows.map(() => undefined);
  const ended = new Set<number>();
  const busy = new Set<string>();
  const flags = new Map<string, number>();
  const events: { readonly ms: number; readonly happens: () => void }[] = [];
  const at = (ms: number, happens: () => void) => void events.push({ ms, happens });
  for (const { condition } of rows) {
    if (condition.kind === 'time') at(condition.afterS * 1000, () => {});
    if (byHand && condition.kind === 'flag') at(1e6 + 1e6 * random.next(), () => void flags.set(condition.flag, condition.value));
  }
  const isMet = (row: number, ms: number): boolean => {
    const condition = rows[row]?.condition;
    if (condition?.kind === 'none') return true;
    if (condition?.kind === 'time') return ms >= condition.afterS * 1000;
    if (condition?.kind === 'flag') return (flags.get(condition.flag) ?? 0) === condition.value;
    const meant = rowMeant(rows, row) ?? -1;
    return condition?.status === 1 ? started[meant] !== undefined : ended.has(meant);
  };
  const begin = (row: number, { robot, program }: TaskRow, ms: number) => {
    started[row] = ms;
    busy.add(robot);
    const lastsMs = 100 + 20_000 * random.next();
    for (const { flag, value } of settings.get(program) ?? []) at(ms + lastsMs * random.next(), () => void flags.set(flag, value));
    at(ms + lastsMs, () => {
      ended.add(row);
      busy.delete(robot);
    });
  };
  const look = (ms: number) => {
    for (let before = -1; before !== JSON.stringify([due, started]).length; ) {
      before = JSON.stringify([due, started]).length;
      for (const [row, each] of rows.entries()) {
        if (due[row] === undefined && isMet(row, ms)) due[row] = ms;
        if (due[row] !== undefined && started[row] === undefined && !busy.has(each.robot)) begin(row, each, ms);
      }
    }
  };
  look(0);
  while (events.length > 0) {
    events.sort((a, b) => a.ms - b.ms);
    const next = events.shift();
    next?.happens();
    look(next?.ms ?? 0);
  }
  return { due, started };
}
