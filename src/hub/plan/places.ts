/** Where a way begins and ends, as people type it. */
import { MisuseError } from '../../core/base/errors.ts';
import { idFromName } from '../../core/base/ids.ts';
import { suggestion } from '../../core/base/nearest.ts';
import type { Site, SiteFloor } from '../../core/maps/maps.ts';
import type { PathRequest, Spot } from '../../core/navigation/path-service.ts';

const NUMBER = /^\s*-?\d*\.?\d+(e-?\d+)?\s*$/i;

/** `x,y` or `x,y,floor`. Throws MisuseError. */
export function spotOf(option: string, text: string, site: Site): Spot {
  const [x = '', y = '', ...words] = text.split(',');
  const wanted = words.join(',').trim();
  if (!NUMBER.test(x) || !NUMBER.test(y)) throw new MisuseError(`${option} ${text}: it is x,y or x,y,floor in metres, such as 1.5,2`);
  const floor = floorOf(option, wanted, site);
  const spot = { x: Number(x), y: Number(y), floor: floor.id };
  const { lengthM, widthM } = floor.plan;
  if (spot.x < 0 || spot.y < 0 || spot.x > lengthM || spot.y > widthM)
    throw new MisuseError(`${option} ${text} is outside of ${floor.name}, which goes from 0,0 to ${lengthM},${widthM} m`);
  return spot;
}

/** A place, or the room or other node of the topological map that is called so. Throws MisuseError. */
export function goalOf(option: string, text: string, site: Site): PathRequest['goal'] {
  const [x = '', y] = text.split(',');
  if (y !== undefined && NUMBER.test(x)) return spotOf(option, text, site);
  const { nodes } = site.topology;
  const name = text.trim().toLowerCase();
  const named = nodes.filter((node) => node.id === name || node.name.toLowerCase() === name);
  const [only] = named;
  if (named.length === 1 && only) return { node: only.id };
  if (named.length > 1)
    throw new MisuseError(`${option} ${text}: several are called so; name one of them by its id: ${listed(named.map(({ id }) => id))}`);
  const rooms = nodes.filter(({ kind }) => kind === 'room').map((room) => room.name);
  const hint = suggestion(text, rooms);
  throw new MisuseError(
    `${option} ${text}: there is no room of that name${hint || `; give x,y[,floor] in metres, or one of ${listed(rooms)}`}`,
  );
}

const MOST_LISTED = 12;
const listed = (all: readonly string[]): string => `${all.slice(0, MOST_LISTED).join(', ')}${all.length > MOST_LISTED ? ', ...' : ''}`;

/** By its name or id; in a building of one floor it need not be said, else it must. */
function floorOf(option: string, wanted: string, { floors }: Site): SiteFloor {
  const [only] = floors;
  const names = floors.map(({ name }) => name);
  if (wanted === '') {
    if (floors.length === 1 && only) return only;
    throw new MisuseError(`${option}: say on which floor, as x,y,floor: ${names.join(', ')}`);
  }
  const found = floors.find(({ id, name }) => id === wanted || id === idFromName(wanted) || name.toLowerCase() === wanted.toLowerCase());
  if (!found) throw new MisuseError(`${option}: there is no floor ${wanted}${suggestion(wanted, names)}; choose ${names.join(', ')}`);
  return found;
}
