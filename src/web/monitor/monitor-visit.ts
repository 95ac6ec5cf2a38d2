import { useEffect, useState } from 'react';
import { isAtLeast } from '../../core/api/roles.ts';
import { explain } from '../../core/base/errors.ts';
import { Guidance } from '../guidance/guidance.ts';
import type { HubApi } from '../hub-api/hub-api.ts';
import { ModelCatalog, tellModels } from '../hub-api/model-catalog.ts';
import type { Visit } from '../join/name-gate.tsx';
import { connectWorldLink, type EntityInfo, type Frame, type WorldLink } from '../link/link.ts';
import { Settable } from '../link/observable.ts';
import type { GoalMark } from '../overlays/overlay.ts';
import { usePage } from '../page/page-context.ts';
import { canTravel, groupOf, isDrivable } from '../world/groups.ts';
import { Monitor } from './monitor.ts';
import type { MapGuide } from './monitor-map.ts';
import { type SiteWatch, siteWatchOf } from './site-watch.ts';

/** Somebody's visit to the monitor of a world: the link, the building and what is shown of both. */
export class MonitorVisit implements Disposable {
  readonly world: string;
  readonly link: WorldLink;
  readonly monitor: Monitor;
  readonly site: SiteWatch;
  readonly guidance: Guidance;
  /** Why the last press of Stop did not get through. */
  readonly stopFailure: Settable<string | undefined> = new Settable<string | undefined>(undefined);
  readonly #models: ModelCatalog;
  readonly #mayDrive: boolean;
  readonly #endings: (() => void)[];

  constructor(world: string, { name, token, role }: Visit, hub: HubApi) {
    this.world = world;
    this.#mayDrive = role !== 'none' && isAtLeast(role, 'operator');
    const models = new ModelCatalog(hub);
    this.#models = models;
    this.link = connectWorldLink({ url: hub.doorOf(world), world, name, token, isRobot: (entity) => this.#isRobot(entity) });
    this.link.watch('all');
    const { entities, people, me } = this.link;
    this.site = siteWatchOf(hub, world, entities, (entity) => groupOf(entity, models) === 'Building');
    const site = this.site.state;
    this.guidance = new Guidance(this.link, models, 'selected');
    this.monitor = new Monitor({ entities, people, me, models, site, frame: () => this.#frame() });
    window.manyhands = { link: this.link };
    const look = () => this.#look();
    this.#endings = [
      ...[this.monitor.selected, this.monitor.shown].map((part) => part.subscribe(look)),
      this.link.door.subscribe(() => {
        const door = this.link.door.get();
        if (door !== undefined) hub.moveTo(door);
      }),
      this.link.catalog.subscribe(() => models.heard(this.link.catalog.get())),
      // Without them no robot can be sent.
      tellModels(models, this.link),
    ];
  }

  /** Whether the selected robot can be sent somewhere, by this person. */
  get canSend(): boolean {
    const robot = this.monitor.fleet.get(this.monitor.selected.get());
    return robot !== undefined && this.#mayDrive && canTravel(robot.info, this.#models);
  }

  /** What the map draws and does of it. */
  get guide(): MapGuide {
    const { paths, graphs, senses, known } = this.guidance;
    return { paths, graphs, scans: senses.scans, known: known.building, send: (goal) => this.send(goal) };
  }

  /** The selected robot goes there. */
  send({ x, y, floor, headingRad }: GoalMark): void {
    const robot = this.monitor.selected.get();
    this.monitor.tool.set('select');
    if (robot !== undefined) this.guidance.send(robot, { x, y, floor, headingRad });
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
    this.guidance[Symbol.dispose]();
    this.site[Symbol.dispose]();
    this.#models[Symbol.dispose]();
    this.link[Symbol.dispose]();
    if (window.manyhands?.link === this.link) delete window.manyhands;
  }

  #frame(): Frame | undefined {
    const frame = this.link.frame();
    this.guidance.senses.frame(frame, performance.now());
    return frame;
  }

  #look(): void {
    const shown = this.monitor.shown.get();
    this.guidance.looking.set({ selected: this.monitor.selected.get(), floor: shown.kind === 'floor' ? shown.floor : 'all' });
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
