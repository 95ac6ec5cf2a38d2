import {
  type Claimant,
  mayCall,
  mayPublish,
  mayRead,
  mayReplace,
  mayReply,
  mayRequest,
  maySubscribe,
  maySwap,
} from '../core/api/rights.ts';
import { idFromName, isId } from '../core/base/ids.ts';
import { type Random, randomId } from '../core/base/random.ts';
import type { Admission, Applicant, Gatekeeper, Verdict } from '../transports/socket/gatekeeper.ts';
import { claimantOf } from './claimant.ts';
import { type OriginRules, objectionToOrigin } from './origins.ts';
import type { Session, Sessions } from './sessions/sessions.ts';
import type { HostedWorld } from './worlds/hosted-world.ts';
import { isOfHub } from './worlds/residents.ts';
import type { Worlds } from './worlds/worlds.ts';

/** alice, alice-2, ... alice-9; after that chance decides. */
const MOST_NUMBERED = 9;
/** With so many letters by chance no two hubs give the same id, and none gives it twice. */
const UNIQUE_LETTERS = 8;
const LONGEST_NAME = 40;
/** A longer one does not fit into the reason with which a link is closed. */
const LONGEST_ADDRESS = 80;

interface GatekeeperOptions {
  readonly worlds: Worlds;
  readonly sessions: Sessions;
  readonly origins: OriginRules;
  readonly random: Random;
  /** `unique`: none is ever given again, at whichever hub. */
  readonly ids: 'short' | 'unique';
  /** So many may be in one world, at all hubs together. */
  readonly mostInWorld: number;
  /** The address of a hub that has more room for who comes to a world than this one with so many; undefined when none has. */
  readonly elsewhere: (world: string, participants: number) => string | undefined;
}

/** Who is at the door, and by which session. */
interface Present {
  readonly claimant: Claimant;
  readonly session: Session;
}

/** Lets participants in under an id of their own (among several hubs one that none gives again), and holds them to the table of rights. */
export class HubGatekeeper implements Gatekeeper {
  readonly #options: GatekeeperOptions;
  readonly #present = new Map<string, Present>();

  constructor(options: GatekeeperOptions) {
    this.#options = options;
  }

  /** Before its hello: what it shows is checked and its world is opened, for which the door itself cannot wait. What is wrong is said by `admit`. */
  async prepare({ world, token, peer }: Pick<Applicant, 'world' | 'token' | 'peer'>): Promise<void> {
    if (objectionToOrigin(peer, this.#options.origins) !== undefined) return;
    const recognition = await this.#options.sessions.recognise(token, peer);
    if (recognition.kind === 'stranger' || !mayEnter(recognition.session, world)) return;
    await this.#options.worlds.open(world, mayFound(recognition.session) ? recognition.session.name || 'local' : undefined);
  }

  admit(applicant: Applicant): Admission {
    const { peer, token } = applicant;
    const objection = objectionToOrigin(peer, this.#options.origins);
    if (objection !== undefined) return { kind: 'refuse', reason: 'not-admitted', text: objection };
    const recognition = this.#options.sessions.recall(token, peer);
    if (recognition.kind === 'stranger') return { kind: 'refuse', reason: recognition.reason, text: recognition.text };
    const { session } = recognition;
    if (!mayEnter(session, applicant.world)) return { kind: 'refuse', reason: 'not-admitted', text: `your link is for ${session.world}` };
    const world = this.#options.worlds.get(applicant.world);
    if (!world) return { kind: 'refuse', reason: 'not-admitted', text: `there is no world ${applicant.world}` };
    const refusal = applicant.former?.proof === 'proven' ? undefined : this.#noRoom(applicant, world);
    if (refusal) return refusal;
    const id = this.#idFor(applicant);
    this.#present.set(id, {
      claimant: claimantOf(id, world, session.role, (other) => this.#present.get(other)?.claimant.world === world.id),
      session,
    });
    return { kind: 'admit', id, info: { world: world.id, role: session.role } };
  }

  /** Who was here before comes back whatever the limits are: it has its place. */
  #noRoom({ isSent, isFull }: Applicant, world: HostedWorld): Admission | undefined {
    const { mostInWorld, elsewhere } = this.#options;
    // Those who have just come have not been heard of yet.
    const inside = new Set([...world.people.map(({ id }) => id), ...this.in(world.id)]);
    if (inside.size >= mostInWorld)
      return { kind: 'refuse', reason: 'door-full', text: `${mostInWorld} are in ${world.id}, which is all it takes` };
    const better = isSent ? undefined : elsewhere(world.id, isFull ? Number.POSITIVE_INFINITY : this.#present.size);
    if (better !== undefined && better.length <= LONGEST_ADDRESS) return { kind: 'refuse', reason: 'elsewhere', text: better };
    return isFull ? { kind: 'refuse', reason: 'door-full', text: `${this.#present.size} are here, and no other hub has room` } : undefined;
  }

  /** Those at the door, by id. */
  get present(): ReadonlyMap<string, { readonly session: Session }> {
    return this.#present;
  }

  /** Those of them who are in a world. */
  in(world: string): string[] {
    return [...this.#present].filter(([, { claimant }]) => claimant.world === world).map(([id]) => id);
  }

  /** It is at the door no more. */
  forget(id: string): void {
    this.#present.delete(id);
  }

  mayPublish(from: string, subject: string, payload: Uint8Array): Verdict {
    return mayPublish(this.#who(from), subject, payload);
  }

  mayRequest(from: string, subject: string, payload: Uint8Array): Verdict {
    return mayRequest(this.#who(from), subject, payload);
  }

  mayReply(from: string, subject: string, payload: Uint8Array): Verdict {
    return mayReply(this.#who(from), subject, payload);
  }

  maySubscribe(from: string, pattern: string): Verdict {
    return maySubscribe(this.#who(from), pattern);
  }

  mayRead(from: string, bucket: string): Verdict {
    return mayRead(this.#who(from), bucket);
  }

  maySwap(from: string, bucket: string, key: string, value: Uint8Array | undefined): Verdict {
    return maySwap(this.#who(from), bucket, key, value);
  }

  mayReplace(
    from: string,
    place: { readonly bucket: string; readonly key: string },
    present: Uint8Array | undefined,
    value: Uint8Array | undefined,
  ): Verdict {
    return mayReplace(this.#who(from), place, present, value);
  }

  #who(from: string): Claimant {
    return this.#present.get(from)?.claimant ?? NOBODY;
  }

  #idFor({ name, former, isTaken }: Applicant): string {
    const isFree = (id: string) => isId(id) && !isOfHub(id) && !isTaken(id);
    // After a restart of the hub nobody can prove an id: the first who claims one gets it.
    if (former && (former.proof === 'proven' || isFree(former.id))) return former.id;
    const given = idFromName(name);
    const wanted = isOfHub(given) ? `guest-${given}` : given;
    if (this.#options.ids === 'unique') return `${wanted.slice(0, LONGEST_NAME)}-${randomId(this.#options.random, UNIQUE_LETTERS)}`;
    if (isFree(wanted)) return wanted;
    for (let number = 2; number <= MOST_NUMBERED; number++) if (isFree(`${wanted}-${number}`)) return `${wanted}-${number}`;
    return `${wanted}-${randomId(this.#options.random, 6)}`;
  }
}

/** Of no world, and so without any right. */
const NOBODY: Claimant = {
  id: '',
  world: '',
  role: 'viewer',
  title: () => 'none',
  description: () => undefined,
  board: { objectionToValue: () => 'you are in no world', objectionToDeclaration: () => 'you are in no world' },
};

const mayEnter = (session: Session, world: string): boolean => session.world === undefined || session.world === world;

/** On loopback a world is made by joining it; elsewhere that needs a right. */
const mayFound = (session: Session): boolean =>
  session.invitation === undefined || mayCall(session, 'POST /api/v1/worlds', undefined).kind === 'allow';
