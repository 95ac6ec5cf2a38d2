import { encodeJson, type Nonce } from '../api/messages.ts';
import { NO_TWIST, type Twist } from '../base/pose.ts';
import { subjects } from '../bus/subjects.ts';
import type { Outcome } from './commands.ts';
import type { WorldContext } from './context.ts';
import type { LocalEntity } from './local-entity.ts';
import type { ProxyEntity } from './proxy-entity.ts';

export interface Stick {
  readonly twist: Twist;
  /** Rates of jogged degrees of freedom, by index. */
  readonly rates: readonly (readonly [number, number])[];
}

const CENTRED: Stick = { twist: NO_TWIST, rates: [] };

/** Held control of one robot, at the one who holds the stick: each nonce that comes is sent back with what the stick says now. */
export class Drive {
  readonly entity: string;
  readonly #context: WorldContext;
  readonly #proxy: () => ProxyEntity | undefined;
  readonly #local: () => LocalEntity | undefined;
  readonly #letGo: () => Promise<Outcome>;
  #stick: Stick = CENTRED;
  #nonce: string | undefined;
  #seq = 0;

  constructor(
    entity: string,
    around: {
      context: WorldContext;
      proxy: () => ProxyEntity | undefined;
      local: () => LocalEntity | undefined;
      letGo: () => Promise<Outcome>;
    },
  ) {
    this.entity = entity;
    this.#context = around.context;
    this.#proxy = around.proxy;
    this.#local = around.local;
    this.#letGo = around.letGo;
  }

  /** Moves the stick. Hold it there: it is sent again with every nonce, for as long as this process lives. */
  hold(stick: Partial<Stick>): void {
    this.#stick = { ...CENTRED, ...stick };
    this.#send();
  }

  /** Centres the stick and lets go of the robot. */
  release(): Promise<Outcome> {
    this.hold(CENTRED);
    return this.#letGo();
  }

  /** The owner asks whether we are there. Only the newest owner's question counts. */
  answer(nonce: Nonce): void {
    const proxy = this.#proxy();
    if (!proxy || nonce.epoch < proxy.epoch) return;
    this.#nonce = nonce.nonce;
    this.#send();
  }

  #send(): void {
    if (this.#nonce === undefined) return;
    const rates = this.#stick.rates.map(([dof, rate]): [number, number] => [dof, rate]);
    const hold = { kind: 'hold', nonce: this.#nonce, seq: this.#seq++, twist: this.#stick.twist, rates } as const;
    const local = this.#local();
    if (local) local.urgent(this.#context.bus.self, hold);
    else this.#context.bus.publish(subjects.urgent(this.#context.world, this.entity), encodeJson(hold));
  }
}
