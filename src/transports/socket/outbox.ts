import { joinFrames } from '../../core/bus/frames.ts';
import type { Lane } from '../../core/bus/subjects.ts';
import { type Frame, NewestLane } from './newest-lane.ts';

/** Where frames go out. */
export interface Pipe {
  /** Bytes handed over that the network has not taken yet. */
  readonly backlogBytes: number;
  send(frame: Frame): void;
}

export interface OutboxLimits {
  /** The largest message to send, if records allow. */
  readonly messageBytes: number;
  /** How many frames are joined to one message at most. */
  readonly messageFrames: number;
  /** With a larger backlog video waits, so that a state never queues behind pictures. */
  readonly videoBacklogBytes: number;
  /** With a larger backlog states wait. */
  readonly stateBacklogBytes: number;
  /** With a larger backlog everything waits. */
  readonly backlogBytes: number;
  /** How many commands may wait; more are refused. */
  readonly commands: number;
  /** How much may wait in all lanes; with more the reader counts as stalled. */
  readonly heldBytes: number;
}

export const outboxLimits: OutboxLimits = {
  messageBytes: 1024 * 1024,
  messageFrames: Number.POSITIVE_INFINITY,
  videoBacklogBytes: 16 * 1024,
  stateBacklogBytes: 64 * 1024,
  backlogBytes: 256 * 1024,
  commands: 256,
  heldBytes: 4 * 1024 * 1024,
};

/**
 * What waits to go out on one link, in four lanes that never wait for each other. As soon as the link takes it: control first, then commands, then
 * states, each turn in one message; then video, a picture at a time. A link that does not keep up gets the newest states and pictures instead of all.
 */
export class Outbox {
  readonly #pipe: Pipe;
  readonly #limits: OutboxLimits;
  readonly #control: Frame[] = [];
  readonly #commands: Frame[] = [];
  readonly #states = new NewestLane();
  readonly #videos = new NewestLane();
  readonly #lanes = { control: this.#control, command: this.#commands, state: this.#states, video: this.#videos };
  #sentBytes = 0;

  constructor(pipe: Pipe, limits: OutboxLimits) {
    this.#pipe = pipe;
    this.#limits = limits;
  }

  /** The lane of commands is refused when full: one that is done late is worse than one that is not done. */
  push(lane: Lane, frame: Frame): 'queued' | 'full' {
    if (lane === 'command' && this.commandsFull) return 'full';
    this.#lanes[lane].push(frame);
    return 'queued';
  }

  get commandsFull(): boolean {
    return this.#commands.length >= this.#limits.commands;
  }

  get isEmpty(): boolean {
    return this.#control.length + this.#commands.length === 0 && this.#states.isEmpty && this.#videos.isEmpty;
  }

  get heldBytes(): number {
    return total(this.#control) + total(this.#commands) + this.#states.heldBytes + this.#videos.heldBytes;
  }

  get isOverfull(): boolean {
    return !this.isEmpty && this.heldBytes > this.#limits.heldBytes;
  }

  get isHeldBack(): boolean {
    return this.#pipe.backlogBytes >= this.#limits.stateBacklogBytes;
  }

  /** Grows only while the network takes bytes. */
  get takenBytes(): number {
    return this.#sentBytes - this.#pipe.backlogBytes;
  }

  /** Sends what the link can take now. */
  flush(): void {
    const { backlogBytes, stateBacklogBytes } = this.#limits;
    const backlog = this.#pipe.backlogBytes;
    const frames: Frame[] = [];
    if (backlog < backlogBytes) {
      move(this.#control, frames);
      move(this.#commands, frames);
    }
    if (backlog < stateBacklogBytes) this.#states.takeAll(frames);
    else this.#states.hold();
    this.#send(frames);
    if (!this.#videos.isEmpty) this.#flushVideos();
  }

  #flushVideos(): void {
    while (this.#pipe.backlogBytes < this.#limits.videoBacklogBytes) {
      const picture = this.#videos.takeFirst();
      if (picture === undefined) return;
      this.#send([picture]);
    }
    this.#videos.hold();
  }

  #send(frames: readonly Frame[]): void {
    const { messageBytes, messageFrames } = this.#limits;
    let first = 0;
    let bytes = 0;
    for (let i = 0; i < frames.length; i++) {
      const length = (frames[i] as Frame).length;
      if (i > first && (bytes + length > messageBytes || i - first >= messageFrames)) {
        this.#sendJoined(frames.slice(first, i));
        first = i;
        bytes = 0;
      }
      bytes += length;
    }
    if (first < frames.length) this.#sendJoined(first === 0 ? frames : frames.slice(first));
  }

  #sendJoined(frames: readonly Frame[]): void {
    const frame = joinFrames(frames);
    this.#sentBytes += frame.length;
    this.#pipe.send(frame);
  }
}

/** All from one list to the end of another. */
function move(from: Frame[], to: Frame[]): void {
  for (const frame of from) to.push(frame);
  from.length = 0;
}

const total = (frames: readonly Frame[]): number => frames.reduce((bytes, frame) => bytes + frame.length, 0);
