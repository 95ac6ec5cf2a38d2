/** A building: floors, each a text in EDL, one above the other, and the elevators that join them. The rules are in ../SPEC.md. */

import { idFromName } from '../../base/ids.ts';
import { checkEdl } from '../edl/edl.ts';
import { floorPlanOf } from '../plan/floor-plan.ts';
import type { Place } from '../plan/segment.ts';
import type { Elevator, Furnishing, SiteFloor } from './floors.ts';
import type { SiteConcern } from './site-concern.ts';
import { readSiteDocument, type SiteDocument } from './site-document.ts';
import type { TopologicalMap } from './topological-map.ts';
import { topologyOf } from './topology.ts';

export type { Elevator, Furnishing, SiteFloor } from './floors.ts';

export interface Site {
  readonly name: string;
  /** How high walls stand: low enough to look into the rooms from above. */
  readonly wallHeightM: number;
  /** From the lowest up. */
  readonly floors: readonly SiteFloor[];
  readonly elevators: readonly Elevator[];
  readonly furniture: readonly Furnishing[];
  /** The SHA-256 of the pictures of notices, by their files, as far as the document says them. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Of all floors together. */
  readonly topology: TopologicalMap;
}

export interface SiteReading {
  /** Undefined when there are errors: half a building is none. */
  readonly site: Site | undefined;
  readonly concerns: readonly SiteConcern[];
}

export interface SiteOptions {
  /** The text of a floor that the document names as a file; undefined: there is none. */
  readonly textOf?: ((file: string) => string | undefined) | undefined;
  /** The picture of a notice; undefined: there is none. Left out: nobody looks. */
  readonly pictureOf?: ((file: string) => Uint8Array | undefined) | undefined;
}

/** What a site's document says, and all that may be wrong with it. Nothing is thrown, whatever the text is. */
export function readSite(text: string, options: SiteOptions = {}): SiteReading {
  const { document, concerns: wrong } = readSiteDocument(text);
  if (!document) return { site: undefined, concerns: wrong };
  const floors = document.floors.map((_, index) => readFloor(document, index, options));
  const concerns = [...floors.flatMap((floor) => floor.concerns), ...concernsOf(document)];
  const read = floors.flatMap(({ floor }) => floor ?? []).toSorted((a, b) => a.heightM - b.heightM);
  if (hasError(concerns)) return { site: undefined, concerns };
  const elevators = document.elevators.map((elevator) => elevatorOf(elevator, read));
  const { topology, concerns: unfit } = topologyOf(read, elevators, document.topology);
  const all = [...concerns, ...unfit];
  if (hasError(all)) return { site: undefined, concerns: all };
  const { name, wallHeightCm, pictures } = document;
  const furniture = document.furniture.map((piece) => furnishingOf(piece, read));
  const site = {
    name,
    wallHeightM: wallHeightCm / 100,
    floors: read,
    elevators,
    furniture,
    pictures: new Map(Object.entries(pictures)),
    topology,
  };
  return { site, concerns: all };
}

const hasError = (concerns: readonly SiteConcern[]): boolean => concerns.some(({ severity }) => severity === 'error');

function readFloor(
  { floors }: SiteDocument,
  index: number,
  { textOf, pictureOf }: SiteOptions,
): { readonly floor: SiteFloor | undefined; readonly concerns: readonly SiteConcern[] } {
  const { name, heightCm, edl, file } = floors[index] as SiteDocument['floors'][number];
  const text = edl ?? (file === undefined ? undefined : textOf?.(file));
  if (text === undefined) {
    const message = `there is no file ${file}, which the floor ${name} is said to be in`;
    const remedy = 'put it beside the site, or write the text itself as "edl"';
    return { floor: undefined, concerns: [{ severity: 'error', code: 'file-missing', place: `floors[${index}].file`, message, remedy }] };
  }
  const { document, diagnostics } = checkEdl(text, { pictureOf });
  const concerns = diagnostics.map(
    ({ severity, code, line, column, message, remedy }): SiteConcern => ({
      ...{ severity, code, line, column, message, floor: name },
      place: file ?? `floors[${index}].edl`,
      remedy: remedy ?? 'see docs/maps.md',
    }),
  );
  const floor = document && { id: idFromName(name), name, heightM: heightCm / 100, document, plan: floorPlanOf(document) };
  return { floor, concerns };
}

/** What is wrong between the parts of a document, though each is right by itself. */
function concernsOf({ floors, elevators, furniture }: SiteDocument): SiteConcern[] {
  const concerns: SiteConcern[] = [];
  const error = (code: string, place: string, message: string, remedy: string) =>
    concerns.push({ severity: 'error', code, place, message, remedy });
  const knownFloor = (floor: string, place: string) => {
    if (floors.some((known) => known.name === floor)) return;
    error('unknown-floor', place, `there is no floor ${floor}`, `choose ${floors.map((known) => known.name).join(', ')}`);
  };
  for (const [index, { floor }] of furniture.entries()) knownFloor(floor, `furniture[${index}].floor`);
  for (const [index, { name, heightCm }] of floors.entries()) {
    const place = `floors[${index}]`;
    const others = floors.slice(0, index);
    const namesake = others.find((other) => idFromName(other.name) === idFromName(name));
    if (namesake) error('same-name', `${place}.name`, `"${name}" and "${namesake.name}" cannot be told apart`, 'give it another name');
    const level = others.find((other) => other.heightCm === heightCm);
    if (level)
      error(
        'same-height',
        `${place}.heightCm`,
        `${name} is as high as ${level.name}: they would stand in each other`,
        'give it another height',
      );
  }
  for (const [index, { name, stops }] of elevators.entries()) {
    const place = `elevators[${index}]`;
    if (elevators.slice(0, index).some((other) => idFromName(other.name) === idFromName(name)))
      error('same-name', `${place}.name`, `there is another elevator ${name}`, 'give it another name');
    for (const [at, { floor, xCm, yCm }] of stops.entries()) {
      if (xCm !== stops[0]?.xCm || yCm !== stops[0]?.yCm)
        error(
          'elevator-not-upright',
          `${place}.stops[${at}]`,
          `${name} is at ${xCm}, ${yCm} on ${floor}, and elsewhere on ${stops[0]?.floor}`,
          'give all its stops the same place: an elevator goes straight up',
        );
      const where = `${place}.stops[${at}].floor`;
      knownFloor(floor, where);
      if (stops.slice(0, at).some((other) => other.floor === floor))
        error('same-floor', where, `${name} stops at ${floor} twice`, 'remove one of the two');
    }
  }
  return concerns;
}

function elevatorOf({ name, facingDegrees, stops }: SiteDocument['elevators'][number], floors: readonly SiteFloor[]): Elevator {
  const served = floors.flatMap((floor) =>
    stops.filter((stop) => stop.floor === floor.name).map(({ xCm, yCm }) => ({ floor: floor.id, at: [xCm / 100, yCm / 100] as Place })),
  );
  return { id: idFromName(name), name, facingRad: (facingDegrees * Math.PI) / 180, stops: served };
}

function furnishingOf(
  { model, floor, xCm, yCm, aboveCm, degrees, name }: SiteDocument['furniture'][number],
  floors: readonly SiteFloor[],
): Furnishing {
  const id = floors.find((known) => known.name === floor)?.id ?? '';
  return { model, floor: id, at: [xCm / 100, yCm / 100], aboveM: aboveCm / 100, yawRad: (degrees * Math.PI) / 180, name };
}
