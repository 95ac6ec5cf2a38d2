import { seededRandom } from '../../core/base/random.ts';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { Host, type HostPorts } from '../../core/host/host.ts';
import type { Model } from '../../core/robots/robots.ts';
import { type EntityDraft, Participant } from '../../core/world/world.ts';

const WORLD = 'program';
const OWNER = 'owner';
const SEED = 1;

export interface VirtualWorldOptions {
  readonly entities: readonly { readonly id: string; readonly draft: EntityDraft }[];
  readonly models: (id: string) => Model | undefined;
  /** So that parts fall and are gripped. Without it they stay where they are. */
  readonly engine?: HostPorts['engine'];
}

/** A world of its own on the embedded bus, in virtual time: one participant, who owns all that is there and judges its motions. */
export class VirtualWorld {
  readonly participant: Participant;
  readonly report: (error: unknown) => void;
  readonly #time: VirtualTime;
  readonly #host: Host;
  readonly #errors: unknown[];

  private constructor(parts: {
    time: VirtualTime;
    participant: Participant;
    host: Host;
    errors: unknown[];
    report: (error: unknown) => void;
  }) {
    this.participant = parts.participant;
    this.report = parts.report;
    this.#time = parts.time;
    this.#host = parts.host;
    this.#errors = parts.errors;
  }

  static async open({ entities, models, engine }: VirtualWorldOptions): Promise<VirtualWorld> {
    const time = new VirtualTime();
    const clock = time.clock();
    const errors: unknown[] = [];
    const report = (error: unknown) => void errors.push(error);
    const backbone = new EmbeddedBackbone({ clock, report, defer: queueMicrotask });
    const joining = Participant.join({
      ...{ bus: backbone.connect(OWNER), clock, report, world: WORLD, name: OWNER },
      ...{ random: seededRandom(SEED), isKeeper: true, founder: { incarnation: 1, cellM: 0 } },
    });
    const participant = await time.until(joining);
    for (const { id, draft } of entities) await time.until(participant.insert(draft, id));
    // Behind all that: a part may be there before what it lies on.
    const host = new Host(participant, { clock, models, report, latencyMs: () => 0, ...(engine && { engine }) });
    return new VirtualWorld({ time, participant, host, errors, report });
  }

  async run(ms: number): Promise<void> {
    await this.#time.run(this.#time.now + ms);
    if (this.#errors.length > 0) throw new AggregateError(this.#errors, 'something went wrong in this world');
  }

  async close(): Promise<void> {
    this.#host[Symbol.dispose]();
    await this.#time.until(this.participant.leave());
  }
}
