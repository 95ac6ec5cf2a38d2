import type { DockviewGroupPanel, IContentRenderer, IHeaderActionsRenderer } from 'dockview';
import { Settable } from '../link/observable.ts';
import type { Observable } from '../link/world-link.ts';

/** A place that the docks made and React fills. */
export interface Piece {
  readonly key: string;
  readonly role: 'panel' | 'tab' | 'tools';
  /** The panel's id in the catalog. */
  readonly name: string;
  readonly element: HTMLElement;
}

/** Dockview makes and drops elements as panels come and go; this is the list of those that are there now. */
export class DockPieces {
  readonly #list = new Settable<readonly Piece[]>([]);
  #count = 0;

  get list(): Observable<readonly Piece[]> {
    return this.#list;
  }

  add({ role, name }: { readonly id: string; readonly role: 'panel' | 'tab'; readonly name: string }): IContentRenderer {
    const piece = this.#put(role, name);
    return { element: piece.element, init: () => undefined, dispose: () => this.#drop(piece.key) };
  }

  /** The tools of whichever panel of a group is in front. */
  addTools(group: DockviewGroupPanel): IHeaderActionsRenderer {
    const element = pieceElement('tools');
    let key: string | undefined;
    const show = () => {
      if (key !== undefined) this.#drop(key);
      const name = group.activePanel?.id;
      key = name === undefined ? undefined : this.#put('tools', name, element).key;
    };
    let watching: { dispose(): void } | undefined;
    return {
      element,
      init: () => {
        show();
        watching = group.api.onDidActivePanelChange(show);
      },
      dispose: () => {
        watching?.dispose();
        if (key !== undefined) this.#drop(key);
      },
    };
  }

  #put(role: Piece['role'], name: string, element: HTMLElement = pieceElement(role)): Piece {
    const piece = { key: `${role} ${name} ${++this.#count}`, role, name, element };
    this.#list.set([...this.#list.get(), piece]);
    return piece;
  }

  #drop(key: string): void {
    this.#list.set(this.#list.get().filter((piece) => piece.key !== key));
  }
}

function pieceElement(role: Piece['role']): HTMLElement {
  const element = document.createElement('div');
  element.className = `mh-dock-${role}`;
  return element;
}
