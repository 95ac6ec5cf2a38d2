/** Some robot clients in one process, as in the experiment of paper 2: each has a robot, moves it, asks the server for what is on its floor, and commands others. */
import { planarPose, planarTwist } from '../../src/core/base/pose.ts';
import { between, integerBelow, type Random, seededRandom } from '../../src/core/base/random.ts';
import type { Participant } from '../../src/core/world/world.ts';
import { monotonicMs, pause, serveRole } from '../harness/role.ts';
import { join } from './joining.ts';

interface Client {
  readonly number: number;
  readonly participant: Participant;
  readonly random: Random;
}

export interface ResponseTimes {
  /** From a command to another client's robot until it is acknowledged and its effect is seen. */
  readonly commandMs: Float64Array;
  /** From asking the hub for all that is on the floor until it is here. */
  readonly floorMs: Float64Array;
  /** Commands of which the asker was told that they may not have been done: the machine did not run the owner's process for a second. */
  readonly lost: number;
}

/** Between two of a kind, of one client: shortest and longest. */
const MOVES_MS = [1000, 3000] as const;
const COMMANDS_MS = [300, 700] as const;
const FLOORS_MS = [800, 1200] as const;
const ROOM_M = 3;

let lost = 0;
const clients: Client[] = [];
const robotOf = (number: number): string => `robot-${number}`;
const arm = { name: 'arm', kind: 'rotation', low: -3, high: 3, speedPerS: 3 } as const;

async function enter(url: string, number: number): Promise<Client> {
  const participant = await join(url, `client ${number}`);
  const initial = { pose: planarPose((number % 8) * ROOM_M, Math.floor(number / 8) * ROOM_M, 0), values: [0] };
  await participant.insert({ name: `Robot ${number}`, model: 'pioneer-3-dx', kind: 'dynamic', dofs: [arm], initial }, robotOf(number));
  return { number, participant, random: seededRandom(1 + number) };
}

/** Over and over until then, with a pause between; answers how long each took. */
async function again(untilMs: number, pauseMs: () => number, act: () => Promise<void>): Promise<number[]> {
  const tookMs: number[] = [];
  for (await pause(pauseMs()); monotonicMs() < untilMs; await pause(pauseMs())) {
    const startMs = monotonicMs();
    await act();
    tookMs.push(monotonicMs() - startMs);
  }
  return tookMs;
}

async function must(participant: Participant, robot: string, action: Parameters<Participant['command']>[1]): Promise<void> {
  const outcome = await participant.command(robot, action);
  if (outcome.kind === 'lost') lost++;
  else if (outcome.kind !== 'done') throw new Error(`a command for ${robot} came to ${outcome.kind}: ${outcome.reason}`);
}

async function work(
  { number, participant, random }: Client,
  all: number,
  untilMs: number,
): Promise<{ commandMs: number[]; floorMs: number[] }> {
  let turn = 0;
  const moving = again(
    untilMs,
    () => between(random, ...MOVES_MS),
    () =>
      must(participant, robotOf(number), {
        kind: 'drift',
        twist: planarTwist(turn++ % 2 === 0 ? 0.3 : -0.3, between(random, -0.5, 0.5)),
        durationMs: 60_000,
      }),
  );
  const commanding = again(
    untilMs,
    () => between(random, ...COMMANDS_MS),
    () => {
      const other = (number + 1 + integerBelow(random, all - 1)) % all;
      return must(participant, robotOf(other), { kind: 'glide', dof: 0, to: between(random, -1, 1) });
    },
  );
  const asking = again(
    untilMs,
    () => between(random, ...FLOORS_MS),
    () => participant.lookAtAll(),
  );
  const [commandMs, floorMs] = await Promise.all([commanding, asking, moving]);
  return { commandMs, floorMs };
}

const handlers = {
  async join({ url, from, to }: { url: string; from: number; to: number }): Promise<void> {
    for (let number = from; number < to; number++) clients.push(await enter(url, number));
  },
  /** `all`: so many robots there are. */
  async work({ all, forMs }: { all: number; forMs: number }): Promise<ResponseTimes> {
    lost = 0;
    const untilMs = monotonicMs() + forMs;
    const found = await Promise.all(clients.map((client) => work(client, all, untilMs)));
    return {
      commandMs: Float64Array.from(found.flatMap(({ commandMs }) => commandMs)),
      floorMs: Float64Array.from(found.flatMap(({ floorMs }) => floorMs)),
      lost,
    };
  },
};
export type RobotClients = typeof handlers;

serveRole(handlers);
