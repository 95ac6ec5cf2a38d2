import { idFromName } from '../base/ids.ts';
import { type FloorPlan, floorPlanOf, floorsOfSite, parseEdl, type WrittenFloor } from '../maps/maps.ts';
import { editionOf } from './floor-knowledge.ts';
import { Scenery } from './scenery.ts';

/** The document of a world's building. `tag`: another for each. */
export interface SiteText {
  readonly document: string;
  readonly tag: string;
}

/** Where it is had: from the Store, or from a hub. Undefined: the world has no building. */
export type SiteShelf = () => Promise<SiteText | undefined>;

/** A floor that can be looked at. */
export interface VisibleFloor {
  readonly id: string;
  readonly heightM: number;
  readonly plan: FloorPlan;
  readonly scenery: Scenery;
  readonly edition: number;
}

/** What stands on a floor may be a little below its ground, and a cabin between two floors belongs to the lower one until it is nearly there. */
const BELOW_M = 0.5;

/** The floors of a world's building, as its document says: each read when somebody first looks at it. */
export class FloorPlans {
  readonly #shelf: SiteShelf;
  #floors: readonly WrittenFloor[] = [];
  #tag: string | undefined;
  readonly #read = new Map<WrittenFloor, VisibleFloor | undefined>();
  #asking: Promise<void> | undefined;

  constructor(shelf: SiteShelf) {
    this.#shelf = shelf;
  }

  /** Asks for the document. What was read already is not read again. Rejects when it cannot be had; then what is known stays. */
  refresh(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<void> {
    const site = await this.#shelf();
    if (site?.tag === this.#tag) return;
    this.#tag = site?.tag;
    this.#floors = (site && floorsOfSite(site.document)) ?? [];
    this.#read.clear();
  }

  /** The floor that something at this height stands on; undefined where there is none, or its map cannot be read. */
  at(heightM: number): VisibleFloor | undefined {
    const floor = this.#floors.findLast(({ heightCm }) => heightCm / 100 <= heightM + BELOW_M);
    if (!floor) return undefined;
    if (!this.#read.has(floor)) this.#read.set(floor, visibleFloorOf(floor));
    return this.#read.get(floor);
  }
}

function visibleFloorOf({ name, heightCm, edl }: WrittenFloor): VisibleFloor | undefined {
  const { document } = parseEdl(edl);
  const plan = document && floorPlanOf(document);
  return plan && { id: idFromName(name), heightM: heightCm / 100, plan, scenery: new Scenery(plan), edition: editionOf(plan) };
}
