import { expect, onTestFinished } from 'vitest';
import { seededRandom } from '../base/random.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import { models } from '../host/bodies.contract.ts';
import { Host } from '../host/host.ts';
import { Sensing } from '../host/sensing.ts';
import { worldBoard } from '../host/world-board.ts';
import { WorldMount } from '../host/world-mount.ts';
import { Navigator } from '../navigation/navigator.ts';
import type { PathAsking } from '../navigation/path-service.ts';
import { readPositions } from '../programs/programs.ts';
import { type Actor, type Part, Stage } from '../world/stage.contract.ts';
import type { Outcome } from '../world/world.ts';
import { ProgramsHere, type RunOrder, type RunView, robotVariables } from './running.ts';

/** A participant with all that an owner of robots has. */
export interface Operator {
  readonly actor: Actor;
  readonly programs: ProgramsHere;
  readonly board: Blackboard;
}

/** Participants that run programs, on a simulated network in virtual time. */
export class RunningStage extends Stage {
  #seed = 50;

  /** `paths`: it sends its robots to places of a map. */
  async operator(id: string, part: Part = {}, paths?: PathAsking): Promise<Operator> {
    const actor = await this.join(id, part);
    const { participant, bus, node } = actor;
    const report = (error: unknown) => void this.reported.push(error);
    const ports = { bus, clock: node.clock, report, models };
    const board = worldBoard(participant, {
      ...ports,
      isKeeper: true,
      mounts: [new WorldMount(participant, { clock: node.clock, more: robotVariables((...asked) => participant.command(...asked)) })],
      onWish: (wish) => sensing.heard(wish),
    });
    const sensing: Sensing = new Sensing(participant, { ...ports, board: () => board });
    const host = new Host(participant, { ...ports, latencyMs: () => 40 });
    const random = seededRandom(++this.#seed);
    const navigator = paths && new Navigator(participant, { ...ports, random, paths });
    const programs = new ProgramsHere(participant, { ...ports, random, board: () => board, navigator: navigator && (() => navigator) });
    onTestFinished(() => {
      for (const each of [programs, navigator, host, sensing, board]) each?.[Symbol.dispose]();
    });
    return { actor, programs, board };
  }

  async start({ programs }: Operator, robot: string, text: string, more: Partial<RunOrder> = {}): Promise<Outcome> {
    return this.until(programs.runs.start({ robot, name: 'Test', text, positions: [], ...more }));
  }

  /** Lets time pass until the program of a robot is as it should be. */
  async awaitRun({ programs }: Operator, robot: string, is: (view: RunView) => boolean, withinMs = 60_000): Promise<RunView> {
    for (let passedMs = 0; passedMs < withinMs; passedMs += 50) {
      const view = programs.runs.of(robot);
      if (view && is(view)) return view;
      await this.run(50);
    }
    return expect.fail(`after ${withinMs} ms: ${JSON.stringify(programs.runs.of(robot))}`);
  }
}

export const isOver = ({ phase }: RunView): boolean => phase === 'finished' || phase === 'failed' || phase === 'ended';

export const positionsOf = (text: string) => readPositions(text).positions;
