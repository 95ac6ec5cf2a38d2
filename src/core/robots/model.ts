import type { Pose } from '../base/pose.ts';
import type { Part } from '../geometry/shape.ts';

/** What a body is, as it stands in the catalog: its links, how they move, what they look like. */
export interface Model {
  readonly id: string;
  readonly name: string;
  readonly kind: ModelKind;
  /** One line for people: "Arm, 6 revolute joints". */
  readonly summary: string;
  /** Says which figures are not published ones. */
  readonly approximate?: string | undefined;
  /** A tree in order: parents first, the base at index 0. */
  readonly links: readonly Link[];
  readonly dofs: readonly DegreeOfFreedom[];
  /** One row a joint; only for arms. The links of joint i stand in Denavit-Hartenberg frame i. */
  readonly dh?: readonly DhRow[] | undefined;
  readonly drive?: DifferentialDrive | undefined;
  readonly gait?: Gait | undefined;
  /** The tool's frame in the last link, for arms and gantries. */
  readonly tool?: { readonly link: number; readonly at: Pose; readonly gripper?: GripperFacts | undefined } | undefined;
  readonly mounts?: readonly SensorMount[] | undefined;
  /** What a part weighs; reckoned from its size when left out. */
  readonly massKg?: number | undefined;
  /** How much a part rubs on what it lies on: 0 like ice, 1 like rubber; the usual one when left out. */
  readonly friction?: number | undefined;
  /** Half the height of a tag above it, and what to frame when it is looked at. */
  readonly extent: { readonly radiusM: number; readonly heightM: number };
}

/** `structure`: what a building is made of; `sign`: what is written in it, which shows its name; `shaft` and `cabin`: of an elevator. They follow from a site and are in no list to choose from. */
export const MODEL_KINDS = [
  'arm',
  'gantry',
  'conveyor',
  'wheeled',
  'legged',
  'equipment',
  'part',
  'furniture',
  'structure',
  'sign',
  'shaft',
  'cabin',
] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

const OF_BUILDING: ReadonlySet<ModelKind> = new Set(['structure', 'sign', 'shaft', 'cabin']);

/** Made for one site, and of no use elsewhere. */
export const isOfBuilding = (kind: ModelKind): boolean => OF_BUILDING.has(kind);

/** The hashes of the meshes that a model shows, each once. */
export const meshesOf = ({ links }: Pick<Model, 'links'>): ReadonlySet<string> =>
  new Set(links.flatMap(({ parts }) => parts.flatMap(({ shape }) => (shape.kind === 'mesh' ? [shape.mesh] : []))));

export interface Link {
  readonly name: string;
  /** Index of its parent; -1 for the base. */
  readonly parent: number;
  /** The degree of freedom that moves it in its parent's frame; undefined when it is fixed there. */
  readonly dof?: number | undefined;
  /** Its frame in its parent's, while its degree of freedom is at zero: T(link) = T(parent) · movement(dof) · origin. */
  readonly origin: Pose;
  readonly parts: readonly Part[];
  /** Its value moves it by this factor: a gripper's second finger goes the other way. 1 when left out. */
  readonly factor?: number | undefined;
  /** Its value counts modulo this: the marks on a belt, all alike, never leave it. What it hangs on is the belt, whose surface runs with it. */
  readonly period?: number | undefined;
}

/** Two fingers about the tool's frame: what is between their tips can be grasped. */
export interface GripperFacts {
  /** The degree of freedom that is the gap between the fingers, in metres. */
  readonly dof: number;
  readonly widestM: number;
}

export const SENSOR_KINDS = ['laser', 'sonar', 'infrared', 'camera', 'vision', 'bumper', 'compass', 'odometry'] as const;
export type SensorKind = (typeof SENSOR_KINDS)[number];

/** Where a sensor sits: in the frame of a link, looking along its own x with z up. What is left out of its parameters is usual for its kind (`sensorOf`). */
export interface SensorMount extends SensorSettings {
  readonly name: string;
  readonly kind: SensorKind;
  readonly link: number;
  readonly at: Pose;
}

/** What a sensor can do. Metres and radians. */
export interface SensorParameters {
  /** What is farther is not measured; of a bumper, how near something must be to press it. */
  readonly rangeM: number;
  /** What is nearer is told as this. */
  readonly nearestM: number;
  /** All of it, half to either side; a whole turn at most. */
  readonly fieldOfViewRad: number;
  /** Evenly over the field of view, from right to left. */
  readonly beams: number;
  /** How wide each beam is: it tells the nearest in it. None: a line. */
  readonly beamWidthRad: number;
  readonly rateHz: number;
  /** Several of the same make, each in the frame of the mount and looking along its own x; their beams are told in this order. Left out: one, at the mount. */
  readonly elements: readonly Pose[];
  readonly noise: SensorNoise;
}

/** Those of its parameters that somebody said. */
export type SensorSettings = { readonly [Parameter in keyof SensorParameters]?: SensorParameters[Parameter] | undefined };

/** How a sensor errs. What is left out does not: a sensor without noise is exact. */
export interface SensorNoise {
  /** Standard deviation: metres of a range, radians of a compass. */
  readonly deviation?: number | undefined;
  /** And so much more for each metre that is measured. */
  readonly deviationPerM?: number | undefined;
  /** Of all beams, so many have no echo by chance: 0 to 1. */
  readonly missShare?: number | undefined;
  /** What is told is a multiple of this: metres or radians. */
  readonly resolution?: number | undefined;
  /** Of odometry: standard deviation after a metre, and after four metres twice that. */
  readonly wayDeviationM?: number | undefined;
  /** The same of its heading, after a radian that it turned. */
  readonly turnDeviationRad?: number | undefined;
  /** The same of its heading, after a metre. */
  readonly veerDeviationRad?: number | undefined;
  /** Wheels are never as large as they should be: standard deviation of the share by which all ways are wrong, as long as it lasts. */
  readonly wayShare?: number | undefined;
  /** The same of all turns. */
  readonly turnShare?: number | undefined;
}

/** Radians and metres. */
export interface DegreeOfFreedom {
  readonly name: string;
  readonly kind: 'rotation' | 'translation';
  /** In the parent link's frame: a line through `pivot` along `axis`. */
  readonly pivot: readonly [number, number, number];
  readonly axis: readonly [number, number, number];
  readonly low: number;
  readonly high: number;
  readonly speedPerS: number;
  /** What its speed may change by, each second; left out: full speed in half a second. */
  readonly accelerationPerS2?: number | undefined;
  /** Where it stands when the robot is inserted. */
  readonly home: number;
}

/** Standard Denavit-Hartenberg: T = Rz(theta + offset) · Tz(d) · Tx(a) · Rx(alpha). Metres and radians. */
export interface DhRow {
  readonly d: number;
  readonly a: number;
  readonly alpha: number;
  readonly offset: number;
}

export interface DifferentialDrive {
  readonly wheelRadiusM: number;
  readonly trackM: number;
  readonly speedMPerS: number;
  readonly turnRadPerS: number;
  /** Under a stick; `USUAL_BASE_ACCELERATION` when left out. */
  readonly accelerationMPerS2?: number | undefined;
  readonly turnRadPerS2?: number | undefined;
  /**
   * The degrees of freedom of the left and the right wheel. They come last in `dofs` and follow from how the base travels, so that they are
   * no values of an entity: `drivenDofs` leaves them out, `shownValues` fills them in.
   */
  readonly wheels: readonly [left: number, right: number];
}

/** How the legged walk: feet on the ground go back as fast as the body goes forward. Metres. */
export interface Gait {
  readonly legs: readonly Leg[];
  /** How far the body comes while every leg makes one step. */
  readonly strideM: number;
  /** How high a foot is lifted. */
  readonly liftM: number;
  /** From the hip's axis down to the foot, while it stands. */
  readonly heightM: number;
  /** From the middle of the body to a foot: what turning on the spot is worth in walking. */
  readonly turnRadiusM: number;
}

/** Two links in one plane: the hip swings both, the knee the lower one; at zero both hang straight down, positive swings to the front. */
export interface Leg {
  readonly hipDof: number;
  readonly kneeDof: number;
  readonly upperM: number;
  readonly lowerM: number;
  /** When in the cycle it sets off: 0 to 1. */
  readonly phase: number;
  /** 1: the knee points back when it bends (elbow of a forelimb); -1: to the front. */
  readonly bend: 1 | -1;
}
