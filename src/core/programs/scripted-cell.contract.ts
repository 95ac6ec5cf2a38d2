import type { Cell, Deed, Effect, MachineState, Progress, Reading } from './programs.ts';

const ROBOT_DEEDS: ReadonlySet<Deed['kind']> = new Set(['move', 'move-by', 'drive', 'goto', 'goto-point', 'grip', 'release']);

/** A cell without a world: keeps flags, answers by a rule, and notes what is issued. Each effect is done once, by its number. */
export class ScriptedCell implements Cell {
  nowMs = 0;
  readonly effects: Effect[] = [];
  readonly states: string[] = [];
  readonly flags: number[] = new Array<number>(11).fill(0);
  ownFlag = 0;
  /** Times that an effect came again. */
  repeated = 0;
  /** How long a robot needs for anything. */
  takesMs = 0;
  /** What cannot be done, and why. */
  refusal: (effect: Effect) => string | undefined = () => undefined;
  readings: (what: string) => Reading = (what) => ({ reason: `there is no ${what}` });
  #busyUntilMs = 0;

  flag(): number {
    return this.ownFlag;
  }

  cellFlag(flag: number): number {
    return this.flags[flag] ?? 0;
  }

  flagOf(robot: string): Reading {
    return this.readings(`robot ${robot}`);
  }

  sensor(sensor: string, beam: number | undefined, robot?: string): Reading {
    return this.readings(`sensor ${[robot, sensor, beam].filter((part) => part !== undefined).join(' ')}`);
  }

  dof(dof: string | number): Reading {
    return this.readings(`dof ${dof}`);
  }

  progressOf(effect: Effect): Progress {
    if (this.nowMs < this.#busyUntilMs) return { kind: 'under-way' };
    const reason = this.refusal(effect);
    return reason === undefined ? { kind: 'done' } : { kind: 'failed', reason };
  }

  issue(effect: Effect, state: MachineState): void {
    if (effect.number <= this.effects.length) {
      this.repeated++;
      return;
    }
    this.effects.push(effect);
    this.states.push(JSON.stringify(state));
    const { deed } = effect;
    if (deed.kind === 'flag') this.ownFlag = deed.value;
    if (deed.kind === 'cell-flag') this.flags[deed.flag] = deed.value;
    if (ROBOT_DEEDS.has(deed.kind)) this.#busyUntilMs = this.nowMs + this.takesMs;
  }

  get deeds(): Deed[] {
    return this.effects.map(({ deed }) => deed);
  }

  get printed(): string[] {
    return this.deeds.flatMap((deed) => (deed.kind === 'print' ? [deed.text] : []));
  }

  /** How it ended. */
  get end(): Extract<Deed, { kind: 'end' }> | undefined {
    return this.deeds.find((deed) => deed.kind === 'end');
  }
}
