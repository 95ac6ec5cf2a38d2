import { ORIGIN } from '../base/pose.ts';
import { box } from '../geometry/parts.ts';
import { at } from '../geometry/placement.ts';
import type { Part } from '../geometry/shape.ts';
import type { DegreeOfFreedom, Link, Model } from '../robots/robots.ts';

/** Where an elevator stops, above its lowest stop. */
export interface ShaftStop {
  readonly name: string;
  readonly heightM: number;
}

/** What moves at a stop. */
export interface Landing extends ShaftStop {
  /** Index of the degree of freedom that opens its door: 0 is shut, `openM` open. */
  readonly door: number;
  readonly openM: number;
  /** Of the button: 1 while somebody has called the elevator to this stop. */
  readonly call: number;
}

/** From side to side, walls included. */
export const SHAFT_M = 2;
const WALL_M = 0.1;
const WALL = '#B9BDBB';
/** What is clear between the walls. */
export const INSIDE_M: number = SHAFT_M - 2 * WALL_M;

const LEAF_M = 0.45;
const LEAF_THICK_M = 0.04;
/** The middle of the leaves: behind the wall that they slide along, with a gap to it. */
const LEAF_X_M = SHAFT_M / 2 - WALL_M - 0.04;
/** How far it is from the middle of the shaft to its doors. */
export const DOOR_INSIDE_M: number = LEAF_X_M - LEAF_THICK_M / 2;
/** From the middle of the door to each leaf that is shut: leaves that touched would be in each other's way. */
const LEAF_GAP_M = 0.01;
const SLIDE_M = 0.42;
const SLIDE_M_PER_S = 0.5;
const OVER_FLOOR_M = 0.01;
const BELOW_TOP_M = 0.04;
/** A wall on each side of the door, with the open leaf behind it. */
const FRONT_M: number = SHAFT_M / 2 - SLIDE_M;

const BUTTON_M = 0.07;
const BUTTON_THICK_M = 0.02;
/** How far the button goes in when it is pressed. */
const PRESSED_M = 0.012;

/** Stands in the middle of the shaft on its lowest stop; one leaves it along x. At home the lowest door is open, for there the cabin is. */
export function shaftModel(stops: readonly ShaftStop[], wallHeightM: number): Omit<Model, 'id'> {
  const top = stops.at(-1)?.heightM ?? 0;
  return {
    name: 'Elevator',
    kind: 'shaft',
    summary: `Elevator with ${stops.length} stops`,
    links: [
      { name: 'Shaft', parent: -1, origin: ORIGIN, parts: stops.flatMap(({ heightM }) => wallsAt(heightM, wallHeightM)) },
      ...stops.flatMap((stop, index) => movingAt(stop, index, wallHeightM)),
    ],
    dofs: stops.flatMap((stop, index) => dofsAt(stop, index)),
    extent: { radiusM: SHAFT_M * Math.SQRT1_2, heightM: top + wallHeightM },
  };
}

/** The stops of such a model, as its parts tell: from the lowest up. Undefined for what is no shaft. */
export function landingsOf({ kind, dofs, links }: Pick<Model, 'kind' | 'dofs' | 'links'>): readonly Landing[] | undefined {
  if (kind !== 'shaft') return undefined;
  return dofs.flatMap(({ name, high }, door): Landing[] => {
    const leaf = links.find((link) => link.dof === door);
    if (door % DOFS_A_STOP !== 0 || !leaf) return [];
    return [{ name: name.slice(DOOR.length), heightM: leaf.origin.z, door, openM: high, call: door + 1 }];
  });
}

const DOFS_A_STOP = 2;
const DOOR = 'Door, ';

function dofsAt({ name, heightM }: ShaftStop, index: number): DegreeOfFreedom[] {
  const pivot = [0, 0, heightM] as const;
  return [
    {
      ...{ name: `${DOOR}${name}`, kind: 'translation', pivot, axis: [0, 1, 0] },
      ...{ low: 0, high: SLIDE_M, speedPerS: SLIDE_M_PER_S, home: index === 0 ? SLIDE_M : 0 },
    },
    {
      name: `Call, ${name}`,
      kind: 'translation',
      pivot,
      axis: [-1, 0, 0],
      low: 0,
      high: 1,
      speedPerS: 10,
      accelerationPerS2: 1000,
      home: 0,
    },
  ];
}

function wallsAt(heightM: number, highM: number): Part[] {
  const middle = heightM + highM / 2;
  const edge = (SHAFT_M - WALL_M) / 2;
  const frontY = SHAFT_M / 2 - FRONT_M / 2;
  return [
    box(WALL, [WALL_M, SHAFT_M, highM], at(-edge, 0, middle), 0.004),
    ...[1, -1].flatMap((side) => [
      box(WALL, [INSIDE_M, WALL_M, highM], at(0, side * edge, middle), 0.004),
      box(WALL, [WALL_M, FRONT_M, highM], at(edge, side * frontY, middle), 0.004),
    ]),
  ];
}

function movingAt({ heightM }: ShaftStop, index: number, wallHeightM: number): Link[] {
  const highM = wallHeightM - OVER_FLOOR_M - BELOW_TOP_M;
  const door = DOFS_A_STOP * index;
  const leaf = (side: 1 | -1): Link => ({
    name: side > 0 ? 'Left leaf' : 'Right leaf',
    parent: 0,
    dof: door,
    factor: side,
    origin: at(LEAF_X_M, side * (LEAF_GAP_M + LEAF_M / 2), heightM),
    parts: [box('steel', [LEAF_THICK_M, LEAF_M, highM], at(0, 0, OVER_FLOOR_M + highM / 2), 0.003)],
  });
  const button: Link = {
    name: 'Button',
    parent: 0,
    dof: door + 1,
    factor: PRESSED_M,
    origin: at(SHAFT_M / 2 + BUTTON_THICK_M / 2, -(SHAFT_M / 2 - FRONT_M / 2), heightM + 0.8 * wallHeightM),
    parts: [box('lamp', [BUTTON_THICK_M, BUTTON_M, BUTTON_M], ORIGIN, 0.006)],
  };
  return [leaf(1), leaf(-1), button];
}
