import { distance } from '../../core/base/pose.ts';
import { integerBelow, type Random, seededRandom } from '../../core/base/random.ts';
import type { VirtualTime } from '../../core/base/virtual-time.ts';
import { SimulatedNetwork } from '../../core/bus/simulated.ts';
import type { SimulatedStore } from '../../core/store/simulated-store.ts';
import type { SavedEntity, Store } from '../../core/store/store.ts';
import type { EntityView, Participant } from '../../core/world/world.ts';
import type { Witness } from '../witness.ts';
import { host, isTrouble } from './hosting.ts';
import type { StoreWatch } from './store-watch.ts';

export interface RestartPorts {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly witness: Witness;
  readonly store: SimulatedStore;
  readonly storeWatch: StoreWatch;
}

/** A world as its participants have it. */
export interface Standing {
  readonly world: string;
  readonly participants: readonly Participant[];
  /** What goes on by itself. */
  readonly mayMove: (entity: string) => boolean;
  /** `partly`: a hub reported that something could not be put back. */
  readonly restored: 'wholly' | 'partly';
}

/** The codec of states rounds to a tenth of a millimetre. */
const SAME_PLACE_M = 0.001;
const SAME_VALUE = 0.001;
const OPENED_MS = 10_000;

/** Looks whether worlds are saved as they stand, and begins them anew from the Store alone: on a new bus, as when all machines were off. */
export class Restart {
  readonly #ports: RestartPorts;

  constructor(ports: RestartPorts) {
    this.#ports = ports;
  }

  /** In peace, when a saver had its time: what rests is in the Store as it stands. What could not be put back is there all the same. */
  async checkSaved({ world, participants, mayMove, restored }: Standing): Promise<void> {
    const [witnessing] = participants;
    if (!witnessing) return;
    const saved = new Map((await this.#ports.time.until(this.#store.worlds.entities(world))).map((entity) => [entity.id, entity]));
    for (const view of witnessing.entities) {
      const entity = saved.get(view.id);
      if (!entity) this.#ports.witness.violate('D1', `${view.id} stands in ${world}, and was never saved`);
      else if (!mayMove(view.id) && view.endsAtMs <= witnessing.time.worldMs)
        this.#compare(world, view, entity, restored === 'wholly' ? 'saved' : 'saved without its stop');
      saved.delete(view.id);
    }
    if (restored === 'partly') return;
    for (const id of saved.keys()) this.#ports.witness.violate('D1', `${id} of ${world} is in the Store, and stands nowhere`);
  }

  /** What was acknowledged stands there again. */
  async begin(world: string): Promise<void> {
    const { time, random, witness, store, storeWatch } = this.#ports;
    const report = (error: unknown) => {
      if (!isTrouble(error)) witness.violate('error', `at the restart of ${world} somebody reported ${error}`);
    };
    const network = new SimulatedNetwork({ time, random, report, records: 'one server' });
    const node = network.node('hub-new');
    const before = await time.until(this.#store.worlds.entities(world));
    storeWatch.check(world, before, 'who begins it anew');
    const bus = node.connect();
    const opening = host({ joining: bus, beside: bus }, 'alone', {
      ...{ hub: 'hub-new', world, clock: node.clock, random: seededRandom(integerBelow(random, 2 ** 31)) },
      ...{ store: storeWatch.tap(store.connect(node)), wallClockMs: () => Math.round(time.now), report, founded: () => undefined },
    });
    await time.run(time.now + OPENED_MS);
    const { resident } = await time.until(opening);
    for (const entity of before) {
      const view = resident.entity(entity.id);
      if (view) this.#compare(world, view, entity, 'put back');
      else witness.violate('D1', `${entity.id} of ${world} was saved, and was not put back`);
    }
    node.crash();
  }

  get #store(): Store {
    return this.#ports.store.connect({ id: 'auditor', run: (action) => action() });
  }

  #compare(
    world: string,
    { id, posture, control }: EntityView,
    saved: SavedEntity,
    what: 'saved' | 'saved without its stop' | 'put back',
  ): void {
    const apart = distance(posture.pose, saved.posture.pose);
    const turned = Math.max(0, ...posture.values.map((value, index) => Math.abs(value - (saved.posture.values[index] ?? 0))));
    if (apart > SAME_PLACE_M || turned > SAME_VALUE)
      this.#ports.witness.violate(
        'D1',
        `${id} of ${world} was ${what} ${apart.toFixed(4)} m and ${turned.toFixed(4)} from where it stands`,
      );
    const areStopsAlike = (control.stop === undefined) === (saved.stop === undefined);
    if (!areStopsAlike && what !== 'saved without its stop')
      this.#ports.witness.violate(
        'D1',
        `${id} of ${world} was ${what} ${saved.stop ? 'stopped' : 'free'}, and is ${control.stop ? 'stopped' : 'free'}`,
      );
  }
}
