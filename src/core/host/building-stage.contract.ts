import { onTestFinished } from 'vitest';
import type { Blackboard } from '../blackboard/blackboard.ts';
import { buildingOf } from '../buildings/buildings.ts';
import { FloorPlans, type Knowledge } from '../knowledge/knowledge.ts';
import { readSite } from '../maps/maps.ts';
import type { Model } from '../robots/robots.ts';
import { type Actor, Stage } from '../world/stage.contract.ts';
import { models } from './bodies.contract.ts';
import { knowledgeOn } from './knowledge-shelf.ts';
import { Seeing } from './seeing.ts';
import { Sensing } from './sensing.ts';
import { worldBoard } from './world-board.ts';

export const documentOf = (...floors: readonly string[]): string =>
  JSON.stringify({ name: 'House', floors: floors.map((edl, i) => ({ name: `Floor ${i}`, heightCm: 300 * i, edl })) });

/** Participants in a building, each with a blackboard and with eyes for what it owns. */
export class Building {
  readonly stage = new Stage();
  readonly boards = new Map<string, Blackboard>();
  readonly seeings = new Map<string, Seeing>();
  document: string;
  asked = 0;

  constructor(document: string) {
    this.document = document;
  }

  async enter(...ids: readonly string[]): Promise<Actor[]> {
    const actors = await this.stage.enter(...ids);
    for (const { participant, bus, node, id } of actors) {
      const report = (error: unknown) => void this.stage.reported.push(error);
      const board: Blackboard = worldBoard(participant, {
        bus,
        clock: node.clock,
        report,
        isKeeper: true,
        onWish: (wish) => sensing.heard(wish),
      });
      const shelf = async () => {
        this.asked++;
        return { document: this.document, tag: this.document };
      };
      const owning = { clock: node.clock, models: this.models, report, board: () => board };
      const seeing = new Seeing(participant, { ...owning, plans: new FloorPlans(shelf) });
      const sensing = new Sensing(participant, { ...owning, bus, seeing });
      onTestFinished(() => {
        sensing[Symbol.dispose]();
        seeing[Symbol.dispose]();
        board[Symbol.dispose]();
      });
      this.boards.set(id, board);
      this.seeings.set(id, seeing);
    }
    return actors;
  }

  readonly models = (id: string): Model | undefined => models(id) ?? this.#built.get(id);
  readonly #built = new Map<string, Model>();

  /** Puts in the doors, or all of it. */
  async build(actor: Actor, what: 'doors' | 'all' = 'doors'): Promise<void> {
    const { site } = readSite(this.document);
    if (!site) throw new Error('no site');
    const { entities } = buildingOf(site);
    for (const { id, draft, model } of entities) {
      this.#built.set(model.id, model);
      if (what === 'all' || model.dofs.length > 0) await actor.insert(id, draft);
    }
  }

  /** Somebody listens, as long as the test lasts. */
  listen(reader: string, entity: string): Disposable {
    const listening = (this.boards.get(reader) as Blackboard).bind(`knowledge/${entity}`, () => {});
    onTestFinished(() => listening[Symbol.dispose]());
    return listening;
  }

  known(reader: string, entity: string): Knowledge {
    return knowledgeOn(this.boards.get(reader) as Blackboard, entity, (error) => void this.stage.reported.push(error));
  }

  wallMm(reader: string, entity: string): number {
    return this.known(reader, entity).floors.reduce((sum, { known }) => sum + known.wallMm, 0);
  }
}
