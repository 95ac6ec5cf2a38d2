import { expect, it } from 'vitest';
import type { WorldFloor } from '../../core/world/world.ts';
import { Settable } from '../link/observable.ts';
import type { EntityInfo, WatchedFloors } from '../link/world-link.ts';
import type { CameraView, FloorSpan } from '../scene/scene.ts';
import { FloorView } from './floor-view.ts';

const HOUSE = ['ground', 'first', 'second'].map((id, index): WorldFloor => ({ id, name: id, heightM: 4 * index, x: 5, y: 5, radiusM: 9 }));
const VIEW: CameraView = { target: [1, 2, 0], distanceM: 9, azimuthRad: 1, elevationRad: 1 };

/** A page in a house, and what it asked for. */
function page(floors: readonly WorldFloor[]) {
  const told = { floors: new Settable(floors), watched: [] as WatchedFloors[], spans: [] as FloorSpan[], view: VIEW };
  const link = { floors: told.floors, watch: (watched: WatchedFloors) => void told.watched.push(watched) };
  const scene = {
    getView: () => told.view,
    setView: (view: CameraView) => {
      told.view = view;
    },
    setFloor: (span: FloorSpan) => void told.spans.push(span),
  };
  const floorView = new FloorView(link, scene);
  floorView.floorsChanged();
  return { told, floorView };
}
const at = (id: string, floor: string | undefined, isElsewhere = false) => [id, { id, floor, isElsewhere } as EntityInfo] as const;

it('begins with the lowest floor, and goes up with the camera', () => {
  const { told, floorView } = page(HOUSE);
  expect([floorView.chosen.get(), told.watched]).toEqual(['ground', [['ground']]]);
  floorView.choose('second');
  expect(told.view.target).toEqual([1, 2, 8]);
  expect(told.spans.at(-1)).toEqual({ heightM: 8, ceilingM: undefined });
  floorView.choose('first');
  expect(told.spans.at(-1)).toEqual({ heightM: 4, ceilingM: 7.95 });
  expect(told.watched.at(-1)).toEqual(['first']);
});

it('shows all that is there where there is one floor, or none', () => {
  for (const floors of [[], HOUSE.slice(0, 1)]) {
    const { told, floorView } = page(floors);
    expect([floorView.chosen.get(), told.watched]).toEqual(['all', []]);
    const entities = new Map([at('robot', floors[0]?.id)]);
    expect(floorView.visible(entities)).toBe(entities);
  }
});

it('draws what is on the chosen floor, and on all of them, and nothing that it has lost sight of', () => {
  const { floorView } = page(HOUSE);
  const entities = new Map([at('low', 'ground'), at('mine', 'second'), at('lift', undefined), at('gone', 'ground', true)]);
  expect([...floorView.visible(entities).keys()]).toEqual(['low', 'lift']);
  floorView.choose('all');
  expect([...floorView.visible(entities).keys()]).toEqual(['low', 'mine', 'lift']);
});

it('goes to the floor of what is selected, unless it shows all', () => {
  const { floorView } = page(HOUSE);
  floorView.show({ floor: 'second' } as EntityInfo);
  expect(floorView.chosen.get()).toBe('second');
  floorView.choose('all');
  floorView.show({ floor: 'ground' } as EntityInfo);
  expect(floorView.chosen.get()).toBe('all');
});

it('leaves a floor that is no more', () => {
  const { told, floorView } = page(HOUSE);
  floorView.choose('second');
  told.floors.set(HOUSE.slice(0, 2));
  floorView.floorsChanged();
  expect(floorView.chosen.get()).toBe('ground');
});
