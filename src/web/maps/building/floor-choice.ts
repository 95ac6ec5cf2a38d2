import { floorOfMap, type WrittenFloor } from '../../../core/maps/maps.ts';
import { readNumber } from '../../quantities/quantities.ts';

/** Which floor of a building a map is to be. */
export type FloorChoice =
  | { readonly kind: 'present'; readonly name: string }
  /** `height`: of its ground in metres, as somebody typed it. */
  | { readonly kind: 'new'; readonly name: string; readonly height: string };

/** Above the highest one where nobody says otherwise. */
const STOREY_CM = 350;

/** What is offered first: the floor that this map was put in as, or is called like. */
export function firstChoice(floors: readonly WrittenFloor[], map: string, name: string): FloorChoice {
  const floor = floorOfMap(floors, map, name);
  return floor ? { kind: 'present', name: floor.name } : newFloor(floors, name);
}

export function newFloor(floors: readonly WrittenFloor[], name: string): FloorChoice {
  const highestCm = floors.at(-1)?.heightCm;
  return { kind: 'new', name, height: String(highestCm === undefined ? 0 : (highestCm + STOREY_CM) / 100) };
}

/** Its name and height in the document, or why it cannot be. */
export function chosenFloor(
  choice: FloorChoice,
  floors: readonly WrittenFloor[],
): Pick<WrittenFloor, 'name' | 'heightCm'> | { readonly objection: string } {
  if (choice.kind === 'present') {
    const floor = floors.find(({ name }) => name === choice.name);
    return floor ?? { objection: `There is no floor ${choice.name} any more: choose another.` };
  }
  const [name, heightM] = [choice.name.trim(), readNumber(choice.height)];
  if (name === '') return { objection: 'Give the floor a name.' };
  if (heightM === undefined) return { objection: 'Say how high its ground is, in metres.' };
  const heightCm = Math.round(heightM * 100);
  const other = floors.find((floor) => floor.name.toLowerCase() === name.toLowerCase() || floor.heightCm === heightCm);
  if (other?.heightCm === heightCm) return { objection: `${other.name} is as high: they would stand in each other.` };
  return other ? { objection: `There is a floor ${other.name} already: choose it, or give this one another name.` } : { name, heightCm };
}
