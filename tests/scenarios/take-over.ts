/**
 * The owner of a robot is killed while the robot moves, and another participant goes on with it: once, with real processes, told what was
 * measured and what was wrong. The robot goes along x and turns its first joint up, so that progress is what these two numbers say.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { HubProcess } from '../processes/hub-process.ts';
import { JoinProcess, type SeenPose } from '../processes/join-process.ts';
import { MachineWatch } from '../processes/machine-watch.ts';

/** Whether somebody has stopped the robot when its owner dies. */
type Latch = 'stopped' | 'armed';
/** When the next mover reaches for the robot: as soon as the owner is dead, or when everybody sees it stand. */
type Reaction = 'at once' | 'when it stands';

export interface TakeOverReport {
  readonly round: number;
  readonly latch: Latch;
  readonly reaction: Reaction;
  /** From the kill until the third participant shows a state of the new owner. */
  readonly takeOverMs: number;
  /** How often the mover had to ask. */
  readonly asked: number;
  /** The largest difference between the two survivors in what they show of the frozen robot: metres and radians alike. */
  readonly frozenApart: number;
  /** How far it went on after its owner's death, until it froze. */
  readonly coastedM: number;
  /** The farthest it was shown to go back from one frame to the next, at either survivor. */
  readonly backM: number;
  readonly backDeg: number;
  readonly frames: number;
  /** The longest time between two frames, at either survivor. */
  readonly gapMs: number;
  /** For how long the machine had no time for the test itself. */
  readonly machineAwayMs: number;
  readonly problems: readonly string[];
}

const FRAMES_PER_S = 60;
const LATE_FRAME_MS = 2000 / FRAMES_PER_S;
const SPEED_M_PER_S = 0.5;
const JOINT_RAD_PER_S = 0.2;
/** A promise of one second, the beat that carries it on (250 ms, at most one late), and the hub's own. */
const LONGEST_COAST_S = 1.6;
/** All evaluate the same bytes at the same promised instant: only the rounding of what is printed is left. */
const SAME = 1.5e-6;
/** The new owner's state carries tenths of a millimetre and hundredths of a milliradian. */
const ROUNDED = 1e-4;
/** For what was under way, and for what is caught up with, to be shown. */
const SETTLE_MS = 300;
const FURNITURE = ['shelf', 'cart'];

export class TakeOverStage implements AsyncDisposable {
  readonly #hub: HubProcess;
  /** Holds the lease and is the next mover. */
  readonly #mover: JoinProcess;
  /** Presses Stop, and watches. */
  readonly #third: JoinProcess;

  private constructor(hub: HubProcess, mover: JoinProcess, third: JoinProcess) {
    this.#hub = hub;
    this.#mover = mover;
    this.#third = third;
  }

  static async open(): Promise<TakeOverStage> {
    await using opening = new AsyncDisposableStack();
    const hub = opening.use(await HubProcess.start());
    const mover = opening.use(await JoinProcess.join(hub.url, 'mover'));
    const third = opening.use(await JoinProcess.join(hub.url, 'third'));
    await third.must('insert shelf --static --at 5,5 --id shelf');
    await mover.must('insert cart --at 7,7 --id cart');
    opening.move();
    return new TakeOverStage(hub, mover, third);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#mover, this.#third].map((survivor) => survivor[Symbol.asyncDispose]()));
    await this.#hub[Symbol.asyncDispose]();
  }

  /** Latched and armed rounds alternate, and so do the two reactions. */
  async play(round: number): Promise<TakeOverReport> {
    const latch: Latch = round % 2 === 0 ? 'stopped' : 'armed';
    const reaction: Reaction = Math.floor(round / 2) % 2 === 0 ? 'at once' : 'when it stands';
    await using owner = await JoinProcess.join(this.#hub.url, `owner-${round}`);
    return await new Round({ round, latch, reaction, hub: this.#hub, owner, mover: this.#mover, third: this.#third }).play();
  }
}

/** As often as for one that is not stopped. */
const MOST_ASKED = 5;

interface Setting {
  readonly round: number;
  readonly latch: Latch;
  readonly reaction: Reaction;
  readonly hub: HubProcess;
  readonly owner: JoinProcess;
  readonly mover: JoinProcess;
  readonly third: JoinProcess;
}

class Round {
  readonly #setting: Setting;
  readonly #robot: string;
  readonly #problems: string[] = [];
  readonly #from: readonly [mover: number, third: number];

  constructor(setting: Setting) {
    this.#setting = setting;
    this.#robot = `robot-${setting.round}`;
    this.#from = [setting.mover.mark, setting.third.mark];
  }

  async play(): Promise<TakeOverReport> {
    using machine = new MachineWatch();
    const { round, latch, reaction, owner, mover, third } = this.#setting;
    await this.#begin();
    await pause(200 + 800 * Math.random());
    const before = this.#last(third);
    const killedMs = await owner.kill();
    const stood = reaction === 'when it stands' ? await this.#seeItStand() : [];
    const { asked, takenMs } = await this.#takeOver(before);
    const rested = await this.#seeItRest();
    const at = rested[1];
    const frozenApart = Math.max(this.#compare(stood, SAME), this.#compare(rested, SAME));
    this.#compare([...stood, ...rested], ROUNDED);
    this.#checkCoasting(at.pose.x - before.pose.x);
    await this.#goOn(at);
    await this.#countEntities();
    const back = [mover, third].map((survivor, i) => largestBack(survivor.poses(this.#robot, this.#from[i])));
    await this.#end();
    const backM = Math.max(...back.map(({ metres }) => metres));
    const backDeg = Math.max(...back.map(({ degrees }) => degrees));
    if (backM > 0.02 || backDeg > 1)
      this.#problem(`it was shown to go back by ${backM.toFixed(4)} m, ${backDeg.toFixed(3)} degrees in a frame`);
    return {
      round,
      latch,
      reaction,
      takeOverMs: takenMs - killedMs,
      asked,
      frozenApart,
      coastedM: at.pose.x - before.pose.x,
      backM,
      backDeg,
      frames: Math.min(...back.map(({ frames }) => frames)),
      gapMs: Math.max(...back.map(({ gapMs }) => gapMs)),
      machineAwayMs: machine.longestMs,
      problems: this.#problems,
    };
  }

  async #begin(): Promise<void> {
    const { latch, owner, mover, third } = this.#setting;
    const robot = this.#robot;
    await owner.must(`insert robot --id ${robot} --model arm --dofs 2`);
    for (const survivor of [mover, third]) {
      await survivor.must(`wait-for ${robot} owned`);
      await survivor.must(`watch ${robot} ${FRAMES_PER_S}`);
    }
    await owner.must(`go ${robot} 6,0 ${6 / SPEED_M_PER_S}`);
    await owner.must(`move ${robot} 0 ${2.4}rad ${2.4 / JOINT_RAD_PER_S}`);
    await mover.must(`lease ${robot} ask`);
    await Promise.all([mover, third].map((survivor) => survivor.pose(robot, 'moved', ({ pose }) => pose.x > 0.1)));
    if (latch === 'stopped') await third.must(`stop ${robot} a person is in the cell`);
    await Promise.all([mover, third].map((survivor) => survivor.must(`wait-for ${robot} ${latch}`)));
    await third.must(`wait-for ${robot} leased`);
  }

  /** Both must show it orphaned; what they show a while later is where it froze. */
  async #seeItStand(): Promise<SeenPose[]> {
    const { mover, third } = this.#setting;
    await Promise.all([mover, third].map((survivor) => survivor.pose(this.#robot, 'was orphaned', ({ live }) => !live, survivor.mark)));
    await pause(SETTLE_MS);
    return [this.#last(mover), this.#last(third)];
  }

  /** The mover moves a joint that stood: the base and the other joint stay where they froze, for all to compare. */
  async #takeOver(before: SeenPose): Promise<{ asked: number; takenMs: number }> {
    const { latch, mover, third } = this.#setting;
    const robot = this.#robot;
    const taken = third.pose(robot, 'had a new owner', ({ owner, epoch }) => owner === mover.id && epoch > before.epoch, this.#from[1]);
    const move = `move ${robot} 1 0.1rad 0.5`;
    const asked = latch === 'armed' ? await mover.insist(move) : await this.#insistOnStopped(move);
    return { asked, takenMs: (await taken).atMs };
  }

  /** What is lost on the way is asked again, as whoever moves something would. */
  async #insistOnStopped(move: string): Promise<number> {
    const { mover, third } = this.#setting;
    for (let asked = 1; ; asked++) {
      const { ok, outcome, text } = await mover.obey(move);
      if (!ok && text.includes(`stopped by ${third.id}`)) return asked;
      if (ok || outcome.kind !== 'lost' || asked === MOST_ASKED) {
        this.#problem(`the stop did not survive: the move was answered "${text}"`);
        return asked;
      }
    }
  }

  /** The base and the first joint as the new owner has them. */
  async #seeItRest(): Promise<[mover: SeenPose, third: SeenPose]> {
    const { mover, third } = this.#setting;
    await pause(SETTLE_MS);
    const rested: [SeenPose, SeenPose] = [this.#last(mover), this.#last(third)];
    for (const { owner, epoch } of rested) {
      if (owner !== mover.id || epoch !== rested[0].epoch) this.#problem(`it should be ${mover.id}'s, but is ${owner}'s in epoch ${epoch}`);
    }
    return rested;
  }

  /** All must show the same robot; answers how far apart they are. */
  #compare(poses: readonly SeenPose[], most: number): number {
    const coordinates = poses.map(({ pose, values }) => [pose.x, pose.y, (pose.yawDeg * Math.PI) / 180, values[0] ?? 0]);
    const apart = Math.max(0, ...[0, 1, 2, 3].map((i) => spread(coordinates.map((each) => each[i] ?? 0))));
    if (apart > most) this.#problem(`it is shown ${apart} apart: ${JSON.stringify(poses)}`);
    return apart;
  }

  /** It froze ahead of where it was when its owner died, and not too far. */
  #checkCoasting(coastedM: number): void {
    const mostM = this.#setting.latch === 'stopped' ? SAME : SPEED_M_PER_S * LONGEST_COAST_S;
    if (coastedM >= -SAME && coastedM <= mostM) return;
    this.#problem(`it went on for ${coastedM.toFixed(4)} m after its owner's death, at most ${mostM} m is right`);
  }

  /** The lease bars the third, not its holder; a stop bars both until it is taken back. Then the robot goes on. */
  async #goOn({ pose, values }: SeenPose): Promise<void> {
    const { latch, mover, third } = this.#setting;
    const robot = this.#robot;
    if (latch === 'stopped') {
      for (const survivor of [mover, third]) await this.#expectFlag(survivor, `stopped:${third.id}`);
      await mover.must(`rearm ${robot}`);
    }
    for (const survivor of [mover, third]) await this.#expectFlag(survivor, `leased:${mover.id}`);
    const barred = await third.obey(`go ${robot} 0,0`);
    if (barred.ok || !barred.text.includes(`${mover.id} has the lease`)) this.#problem(`the lease did not survive: "${barred.text}"`);
    const goal = pose.x + 0.3;
    await mover.must(`move ${robot} 0 ${(values[0] ?? 0) + 0.1}rad 0.6`);
    await mover.must(`go ${robot} ${goal},0 0.6`);
    for (const survivor of [mover, third]) {
      const { ok, text } = await survivor.obey(`wait-for ${robot} at ${goal},0`);
      if (!ok) this.#problem(`${survivor.id} does not see it go on: ${text}; ${JSON.stringify(await survivor.list())}`);
    }
  }

  async #countEntities(): Promise<void> {
    const { hub, mover, third } = this.#setting;
    const expected = [...FURNITURE, this.#robot].sort().join(' ');
    for (const survivor of [mover, third]) {
      for (const entity of [...FURNITURE, this.#robot]) await survivor.must(`wait-for ${entity} owned`);
      const rows = await survivor.list();
      const found = rows
        .map(({ id }) => id)
        .sort()
        .join(' ');
      if (found !== expected) this.#problem(`${survivor.id} has the entities ${found}, not ${expected}`);
    }
    const { entities } = await hub.metrics();
    if (entities !== FURNITURE.length + 1) this.#problem(`the hub counts ${entities} entities, not ${FURNITURE.length + 1}`);
  }

  async #end(): Promise<void> {
    const { mover, third } = this.#setting;
    for (const survivor of [mover, third]) await survivor.must('unwatch');
    await mover.must(`remove ${this.#robot}`);
    await third.must(`wait-for ${this.#robot} gone`);
  }

  async #expectFlag(survivor: JoinProcess, flag: string): Promise<void> {
    const row = (await survivor.list()).find(({ id }) => id === this.#robot);
    if (!row?.flags.includes(flag)) this.#problem(`${survivor.id} does not show ${flag}, only ${row?.flags.join(' ')}`);
  }

  #last(survivor: JoinProcess): SeenPose {
    const pose = survivor.poses(this.#robot, survivor === this.#setting.mover ? this.#from[0] : this.#from[1]).at(-1);
    if (!pose) throw new Error(`${survivor.id} has shown nothing of ${this.#robot}`);
    return pose;
  }

  #problem(text: string): void {
    this.#problems.push(text);
  }
}

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** How far progress was taken back at most, from one frame to the next, of those that came in time. */
function largestBack(poses: readonly SeenPose[]): { metres: number; degrees: number; frames: number; gapMs: number } {
  let metres = 0;
  let degrees = 0;
  let gapMs = 0;
  for (const [i, { pose, values, sharedMs }] of poses.entries()) {
    const previous = poses[i - 1];
    if (!previous) continue;
    gapMs = Math.max(gapMs, sharedMs - previous.sharedMs);
    // A frame that comes late shows what several would have shown.
    if (sharedMs - previous.sharedMs > LATE_FRAME_MS) continue;
    metres = Math.max(metres, previous.pose.x - pose.x);
    degrees = Math.max(degrees, (((previous.values[0] ?? 0) - (values[0] ?? 0)) * 180) / Math.PI);
  }
  return { metres, degrees, frames: poses.length, gapMs };
}
