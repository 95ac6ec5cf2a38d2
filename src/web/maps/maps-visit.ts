import { useEffect, useState } from 'react';
import { isAtLeast } from '../../core/api/roles.ts';
import { explain } from '../../core/base/errors.ts';
import { type DocumentEntry, DocumentShelf, newDocumentId, ofKind } from '../../core/documents/documents.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import type { HubApi } from '../hub-api/hub-api.ts';
import { ModelCatalog } from '../hub-api/model-catalog.ts';
import type { Visit } from '../join/name-gate.tsx';
import { connectWorldLink, type EntityInfo, type Person, type WorldLink } from '../link/link.ts';
import { Settable } from '../link/observable.ts';
import { usePage } from '../page/page-context.ts';
import { isDrivable } from '../world/groups.ts';
import { WorldBuilding } from './building/world-building.ts';
import { MapSession } from './map-session.ts';

/** Somebody's visit to the maps of a world: the link, which maps there are, and what is to be put into a new one. */
export class MapsVisit implements Disposable {
  readonly world: string;
  readonly link: WorldLink;
  readonly access: 'write' | 'read';
  /** May put maps into the running world. */
  readonly mayBuild: boolean;
  readonly building: WorldBuilding;
  readonly shelf: DocumentShelf;
  /** Undefined until the hub has told of them. */
  readonly documents: Settable<readonly DocumentEntry[] | undefined> = new Settable<readonly DocumentEntry[] | undefined>(undefined);
  /** Why the last press of Stop did not get through. */
  readonly stopFailure: Settable<string | undefined> = new Settable<string | undefined>(undefined);
  readonly #models: ModelCatalog;
  readonly #firstTexts = new Map<string, string>();

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
    this.shelf = new DocumentShelf({ world, bus: this.link.bus, clock: systemClock, report: reportToConsole });
    this.shelf.changes.on(() => this.documents.set(this.shelf.documents && ofKind(this.shelf.documents, 'map')));
  }

  /** Makes a map that begins with this text. Answers its id. */
  async make(name: string, text: string): Promise<string> {
    const id = newDocumentId('map', name, systemRandom);
    await this.shelf.make(id, name);
    this.#firstTexts.set(id, text);
    return id;
  }

  open(document: string, me: Person): MapSession {
    const { world, access } = this;
    const ports = { world, document, access, bus: this.link.bus, clock: systemClock, random: systemRandom, report: reportToConsole };
    const session = new MapSession({ ...ports, me: { name: me.name.slice(0, 80), colour: me.colour } });
    window.manyhands = {
      link: this.link,
      get map() {
        const { text, plan } = session.reading.get();
        return { text, walls: plan?.walls ?? [] };
      },
    };
    const firstText = this.#firstTexts.get(document);
    if (firstText === undefined) return session;
    const end = session.sharing.subscribe(() => {
      if (session.sharing.get().kind !== 'live') return;
      end();
      if (this.#firstTexts.delete(document)) session.fill(firstText);
    });
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
    this.shelf[Symbol.dispose]();
    this.link[Symbol.dispose]();
  }
}

/** What is wrong on the wire is nothing that the person at the page could mend. */
const reportToConsole = (error: unknown): void => console.warn(explain(error));

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
