import { expect, onTestFinished } from 'vitest';
import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { every } from '../base/clock.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { type Bus, isSilence } from '../bus/bus.ts';
import { SimulatedNetwork } from '../bus/simulated.ts';
import type { SimulatedNode } from '../bus/simulated-node.ts';
import type { ClockError } from '../bus/simulated-process.ts';
import { subjects } from '../bus/subjects.ts';
import { SharedClock } from '../world/shared-clock.ts';
import type { TimeSource } from './age.ts';
import { Blackboard, type BlackboardPorts } from './blackboard.ts';

export const WORLD = 'board';
const LEADER = 'leader';
const ASK_EVERY_MS = 250;
const ANSWER_MS = 900;

interface NodePart {
  readonly clock?: ClockError;
  readonly ports?: Partial<BlackboardPorts>;
  /** `never`: it has nobody to compare its clock with. */
  readonly compares?: 'always' | 'never';
}

/** Blackboards on a simulated network in virtual time, each with a drifting clock of its own that it compares with a leader's. */
export class BoardStage {
  readonly time: VirtualTime = new VirtualTime();
  readonly network: SimulatedNetwork;
  readonly reported: unknown[] = [];
  readonly gone: Set<string> = new Set();

  constructor(seed = 1, leader: ClockError = {}) {
    this.network = new SimulatedNetwork({ time: this.time, random: seededRandom(seed), report: this.report });
    const { clock, connect } = bound(this.network.node(LEADER, leader));
    connect().subscribe(subjects.clock(WORLD), (message) => message.reply(new ByteWriter().float(clock.now()).finish()));
  }

  /** An error that anybody reports fails the test, unless it is taken out of `reported`. */
  static inTest(seed = 1): BoardStage {
    const stage = new BoardStage(seed);
    onTestFinished(() => expect(stage.reported).toEqual([]));
    return stage;
  }

  readonly report = (error: unknown): void => void this.reported.push(error);

  /** A node that has compared its clock, and is ready. */
  async join(id: string, part: NodePart = {}): Promise<BoardNode> {
    const node = new BoardNode(this, this.network.node(id, part.clock), part);
    await this.run(1200);
    await node.board.ready;
    return node;
  }

  run(durationMs: number): Promise<void> {
    return this.time.run(this.time.now + durationMs);
  }

  /** Lets time pass until this has settled. */
  until<T>(promise: Promise<T>): Promise<T> {
    return this.time.until(promise);
  }
}

export class BoardNode {
  readonly bus: Bus;
  readonly node: SimulatedNode;
  readonly shared: SharedClock;
  readonly board: Blackboard;
  /** Counts the leading clocks that it has heard of. */
  term = 0;

  constructor(stage: BoardStage, node: SimulatedNode, { compares = 'always', ports = {} }: NodePart) {
    const { clock } = node;
    this.node = node;
    this.bus = node.connect();
    this.shared = new SharedClock(clock);
    const { shared } = this;
    const time: TimeSource = {
      at: (localMs) => ({ atMs: shared.at(localMs), errorMs: finite(shared.errorMsAt(localMs)), term: this.term }),
    };
    const isHere = (participant: string) => !stage.gone.has(participant);
    this.board = new Blackboard({ world: WORLD, bus: this.bus, clock, time, report: stage.report, isHere, ...ports });
    if (compares === 'always') every(clock, ASK_EVERY_MS, () => void this.compare());
  }

  get id(): string {
    return this.bus.self;
  }

  /** Asks the leader for the time, as participants of a world do. */
  async compare(): Promise<void> {
    const sentMs = this.node.clock.now();
    try {
      const answer = await this.bus.request(subjects.clock(WORLD), new Uint8Array(), { timeoutMs: ANSWER_MS });
      const leaderMs = new ByteReader(answer).float();
      this.shared.add({ sentMs, receivedMs: this.node.clock.now(), leaderMs, leaderErrorMs: 0 });
    } catch (error) {
      if (!isSilence(error)) throw error;
    }
  }
}

const finite = (ms: number): number | undefined => (Number.isFinite(ms) ? ms : undefined);
const bound = (node: SimulatedNode) => ({ clock: node.clock, connect: () => node.connect() });
