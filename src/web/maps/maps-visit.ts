import { useEffect, useState } from 'react';
import { isAtLeast } from '../../core/api/roles.ts';
import { explain } from '../../core/base/errors.ts';
import { type DocumentEntry, ofKind } from '../../core/documents/documents.ts';
import type { HubApi } from '../hub-api/hub-api.ts';
import { ModelCatalog } from '../hub-api/model-catalog.ts';
import type { Visit } from '../join/name-gate.tsx';
import { connectWorldLink, type EntityInfo, type WorldLink } from '../link/link.ts';
import { Settable } from '../link/observable.ts';
import { usePage } from '../page/page-context.ts';
import { TextShelf } from '../texts/text-shelf.ts';
import { isDrivable } from '../world/groups.ts';
import { WorldBuilding } from './building/world-building.ts';
import { MapSession } from './map-session.ts';

/** Somebody's visit to the maps of a world: the link, and which maps there are. */
export class MapsVisit implements Disposable {
  readonly world: string;
  readonly link: WorldLink;
  readonly access: 'write' | 'read';
  /** May put maps into the running world. */
  readonly mayBuild: boolean;
  readonly building: WorldBuilding;
  readonly texts: TextShelf;
  /** Undefined until the hub has told of them. */
  readonly documents: Settable<readonly DocumentEntry[] | undefined> = new Settable<readonly DocumentEntry[] | undefined>(undefined);
  /** Why the last press of Stop did not get through. */
  readonly stopFailure: Settable<string | undefined> = new Settable<string | undefined>(undefined);
  readonly #models: ModelCatalog;

  constructor(world: string, { name, token, role }: Visit, hub: HubApi) {
    this.world = world;
    this.#models = new ModelCatalog(hub);
    this.access = role !== 'none' && isAtLeast(role, 'operator') ? 'write' : 'read';
    this.mayBuild = role !== 'none' && isAtLeast(role, 'teacher');
    this.building = new WorldBuilding(world, hub);
    this.link = connectWorldLink({ url: hub.doorOf(world), world, name, token, isRobot: (entity) => this.#isRobot(entity) });
    // Who stands in the way of a map may be on any floor.
    this.link.watch('all');
    window.manyhands = { link: this.link };
    this.texts = new TextShelf({ world, link: this.link, access: this.access });
    const { documents } = this.texts;
    documents.subscribe(() => this.documents.set(ofKind(documents.get() ?? [], 'map')));
  }

  open(document: string): MapSession {
    const session = this.texts.open(document, MapSession);
    window.manyhands = {
      link: this.link,
      get map() {
        const { text, plan } = session.reading.get();
        return { text, walls: plan?.walls ?? [] };
      },
    };
    return session;
  }

  stopAll(): void {
    this.stopFailure.set(undefined);
    this.link
      .stopAll('Stop for all pressed')
      .catch((error: unknown) => this.stopFailure.set(`Stop did not get through: ${explain(error)}`));
  }

  /** What Stop stops. Until it is known what they are, everything that can move. */
  #isRobot(entity: EntityInfo): boolean {
    return this.#models.state.get().kind === 'ready' ? isDrivable(entity, this.#models) : entity.description.kind === 'dynamic';
  }

  [Symbol.dispose](): void {
    this.#models[Symbol.dispose]();
    this.texts[Symbol.dispose]();
    this.link[Symbol.dispose]();
  }
}

/** Visits the maps of a world while the component is there. */
export function useMapsVisit(world: string, { name, token, role }: Visit): MapsVisit | undefined {
  const { hub } = usePage();
  const [visit, setVisit] = useState<MapsVisit>();
  useEffect(() => {
    const begun = new MapsVisit(world, { name, token, role }, hub);
    setVisit(begun);
    return () => begun[Symbol.dispose]();
  }, [world, name, token, role, hub]);
  return visit;
}
