import { descriptionSchema } from '../../core/api/messages.ts';
import { type Pose, planarPose } from '../../core/base/pose.ts';
import { catalog, draftOf, type Model } from '../../core/robots/robots.ts';
import { Settable } from '../link/observable.ts';
import type { EntityInfo, Frame, Person } from '../link/world-link.ts';
import type { ModelSource } from '../scene/model-source.ts';
import type { MonitorSources } from './monitor.ts';
import type { SiteState } from './site-watch.ts';

const models = new Map<string, Model>(catalog.map((model) => [model.id, model]));

export const modelSource: ModelSource = { get: (id) => models.get(id), subscribe: () => () => undefined };

/** A world as the link tells of it, whose time and poses a test writes. */
export class SmallWorld implements MonitorSources {
  readonly entities: Settable<ReadonlyMap<string, EntityInfo>> = new Settable<ReadonlyMap<string, EntityInfo>>(new Map());
  readonly people: Settable<readonly Person[]> = new Settable<readonly Person[]>([]);
  readonly me: Settable<Person | undefined> = new Settable<Person | undefined>(undefined);
  readonly site: Settable<SiteState> = new Settable<SiteState>({ kind: 'none' });
  readonly models: ModelSource = modelSource;
  readonly #poses = new Float32Array(7 * 32);
  readonly #values = new Float32Array(1024);
  worldMs = 0;
  #slots = 0;
  #valuesAt = 0;

  add(id: string, model: string, pose: Pose, more: Partial<EntityInfo> = {}): EntityInfo {
    const found = models.get(model);
    if (!found) throw new Error(`there is no model ${model} in the catalog`);
    const description = descriptionSchema.parse(draftOf(found, { pose, name: more.description?.name ?? id }));
    const info: EntityInfo = {
      ...{ id, description, slot: this.#slots++, valuesAt: this.#valuesAt, owner: 'hub', isMine: false, isLive: true, epoch: 1 },
      ...{
        control: { stop: undefined, lease: undefined, leaseEpoch: 0, asking: [], driver: undefined },
        isWorking: false,
        floor: undefined,
        isElsewhere: false,
        ageMs: 20,
      },
      ...more,
    };
    this.#valuesAt += description.dofs.length;
    this.#write(info, pose);
    this.change(info);
    return info;
  }

  change(info: EntityInfo): void {
    this.entities.set(new Map([...this.entities.get(), [info.id, info]]));
  }

  remove(id: string): void {
    this.entities.set(new Map([...this.entities.get()].filter(([other]) => other !== id)));
  }

  put(id: string, x: number, y: number, { yawRad = 0, z = 0 }: { readonly yawRad?: number; readonly z?: number } = {}): void {
    const info = this.entities.get().get(id);
    if (info) this.#write(info, { ...planarPose(x, y, yawRad), z });
  }

  bend(id: string, dof: number, value: number): void {
    const info = this.entities.get().get(id);
    if (info) this.#values[info.valuesAt + dof] = value;
  }

  frame(): Frame {
    return { layout: 1, worldMs: this.worldMs, poses: this.#poses, values: this.#values };
  }

  #write({ slot }: EntityInfo, { x, y, z, qx, qy, qz, qw }: Pose): void {
    this.#poses.set([x, y, z, qx, qy, qz, qw], slot * 7);
  }
}
