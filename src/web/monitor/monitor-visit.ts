import { useEffect, useState } from 'react';
import { explain } from '../../core/base/errors.ts';
import type { HubApi } from '../hub-api/hub-api.ts';
import { ModelCatalog } from '../hub-api/model-catalog.ts';
import type { Visit } from '../join/name-gate.tsx';
import { connectWorldLink, type EntityInfo, type WorldLink } from '../link/link.ts';
import { Settable } from '../link/observable.ts';
import { usePage } from '../page/page-context.ts';
import { groupOf, isDrivable } from '../world/groups.ts';
import { Monitor } from './monitor.ts';
import { SiteWatch } from './site-watch.ts';

/** Somebody's visit to the monitor of a world: the link, the building and what is shown of both. */
export class MonitorVisit implements Disposable {
  readonly world: string;
  readonly link: WorldLink;
  readonly monitor: Monitor;
  readonly site: SiteWatch;
  /** Why the last press of Stop did not get through. */
  readonly stopFailure: Settable<string | undefined> = new Settable<string | undefined>(undefined);
  readonly #models: ModelCatalog;
  readonly #endings: (() => void)[];

  constructor(world: string, { name, token }: Visit, hub: HubApi) {
    this.world = world;
    const models = new ModelCatalog(hub);
    this.#models = models;
    this.link = connectWorldLink({ url: hub.doorOf(world), world, name, token, isRobot: (entity) => this.#isRobot(entity) });
    this.link.watch('all');
    const { entities, people, me } = this.link;
    const source = { files: () => hub.files(world), text: async ({ hash }: { hash: string }) => hub.fileText(world, hash) };
    this.site = new SiteWatch(source, entities, (entity) => groupOf(entity, models) === 'Building');
    const site = this.site.state;
    this.monitor = new Monitor({ entities, people, me, models, site, frame: () => this.link.frame() });
    window.manyhands = { link: this.link };
    this.#endings = [
      this.link.door.subscribe(() => {
        const door = this.link.door.get();
        if (door !== undefined) hub.moveTo(door);
      }),
      this.link.catalog.subscribe(() => models.heard(this.link.catalog.get())),
    ];
  }

  stop(entity: string): void {
    this.#attemptStop(this.link.stop(entity, 'Stop pressed'));
  }

  stopAll(): void {
    this.#attemptStop(this.link.stopAll('Stop for all pressed'));
  }

  [Symbol.dispose](): void {
    for (const end of this.#endings) end();
    this.monitor[Symbol.dispose]();
    this.site[Symbol.dispose]();
    this.#models[Symbol.dispose]();
    this.link[Symbol.dispose]();
    if (window.manyhands?.link === this.link) delete window.manyhands;
  }

  #attemptStop(stopping: Promise<void>): void {
    this.stopFailure.set(undefined);
    stopping.catch((error: unknown) => this.stopFailure.set(`Stop did not get through: ${explain(error)}`));
  }

  /** What Stop stops. Until it is known what they are, everything that can move. */
  #isRobot(entity: EntityInfo): boolean {
    return this.#models.state.get().kind === 'ready' ? isDrivable(entity, this.#models) : entity.description.kind === 'dynamic';
  }
}

/** Watches a world while the component is there. */
export function useMonitorVisit(world: string, { name, token, role }: Visit): MonitorVisit | undefined {
  const { hub } = usePage();
  const [visit, setVisit] = useState<MonitorVisit>();
  useEffect(() => {
    const begun = new MonitorVisit(world, { name, token, role }, hub);
    setVisit(begun);
    return () => begun[Symbol.dispose]();
  }, [world, name, token, role, hub]);
  return visit;
}
