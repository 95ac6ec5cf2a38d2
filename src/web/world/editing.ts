import type { EntityDraft } from '../../core/api/messages.ts';
import type { Pose } from '../../core/base/pose.ts';
import { draftOf } from '../../core/robots/draft.ts';
import type { Model } from '../../core/robots/model.ts';
import { Settable } from '../link/observable.ts';
import { nextFreeColour } from '../link/person-colours.ts';
import type { EntityInfo, Observable, WorldLink } from '../link/world-link.ts';
import { type Edit, type Edits, NO_EDITS, redo, type Step, undo, withEdit, withoutEntity } from './edits/edits.ts';
import type { Samples } from './samples.ts';

/** An edit that the world did not take. */
export class EditError extends Error {
  override readonly name = 'EditError';
}

/** Inserts, moves and deletes, each of which can be undone. One at a time: the next waits for the one before. */
export class Editing {
  readonly #link: WorldLink;
  readonly #samples: Samples;
  readonly #edits = new Settable<Edits>(NO_EDITS);
  #last: Promise<unknown> = Promise.resolve();

  constructor(link: WorldLink, samples: Samples) {
    this.#link = link;
    this.#samples = samples;
  }

  get edits(): Observable<Edits> {
    return this.#edits;
  }

  /** Gives the id of what was inserted. */
  insert(model: Model, pose: Pose): Promise<string> {
    return this.#next(async () => {
      const entities = [...this.#link.entities.get().values()];
      const colour = nextFreeColour(entities.flatMap(({ description }) => description.colour ?? []));
      const draft = draftOf(model, { name: freeName(model.name, entities), pose, colour });
      const entity = await this.#link.insert(draft);
      this.#edits.set(withEdit(this.#edits.get(), { kind: 'insert', entity, draft }));
      return entity;
    });
  }

  duplicate(info: EntityInfo): Promise<string> {
    return this.#next(async () => {
      const draft = this.#draftAsItStands(info);
      const entities = [...this.#link.entities.get().values()];
      const moved = { ...draft.initial.pose, x: draft.initial.pose.x + 0.5, y: draft.initial.pose.y - 0.5 };
      const copy = {
        ...draft,
        name: freeName(draft.name, entities),
        colour: nextFreeColour(entities.flatMap(({ description }) => description.colour ?? [])),
        initial: { ...draft.initial, pose: moved },
      };
      const entity = await this.#link.insert(copy);
      this.#edits.set(withEdit(this.#edits.get(), { kind: 'insert', entity, draft: copy }));
      return entity;
    });
  }

  move(info: EntityInfo, to: Pose): Promise<void> {
    return this.#do({ kind: 'move', entity: info.id, from: this.#samples.pose(info), to });
  }

  delete(info: EntityInfo): Promise<void> {
    return this.#do({ kind: 'delete', entity: info.id, draft: this.#draftAsItStands(info) });
  }

  undo(): Promise<void> {
    return this.#next(() => this.#take(undo(this.#edits.get())));
  }

  redo(): Promise<void> {
    return this.#next(() => this.#take(redo(this.#edits.get())));
  }

  #do(edit: Edit): Promise<void> {
    return this.#next(async () => {
      await this.#perform(edit);
      this.#edits.set(withEdit(this.#edits.get(), edit));
    });
  }

  async #take(step: Step | undefined): Promise<void> {
    if (!step) return;
    const { edit, edits } = step;
    if (edit.kind !== 'insert' && !this.#link.entities.get().has(edit.entity)) {
      this.#edits.set(withoutEntity(this.#edits.get(), edit.entity));
      throw new EditError(`${edit.entity} has been removed by somebody else, so the ${edit.kind} cannot be taken back.`);
    }
    await this.#perform(edit);
    this.#edits.set(edits);
  }

  async #perform(edit: Edit): Promise<void> {
    switch (edit.kind) {
      case 'insert':
        await this.#link.insert(edit.draft, edit.entity);
        return;
      case 'delete':
        await this.#link.remove(edit.entity);
        return;
      case 'move': {
        const outcome = await this.#link.command(edit.entity, { kind: 'place', pose: edit.to });
        if (outcome.kind !== 'done') throw new EditError(`It was not moved: ${outcome.reason}.`);
      }
    }
  }

  #draftAsItStands(info: EntityInfo): EntityDraft {
    return { ...info.description, initial: { pose: this.#samples.pose(info), values: this.#samples.values(info) } };
  }

  #next<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(action, action);
    this.#last = turn;
    return turn;
  }
}

/** "Puma 560", then "Puma 560 2". */
function freeName(name: string, entities: readonly EntityInfo[]): string {
  const taken = new Set(entities.map(({ description }) => description.name));
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`;
}
