/** What an EDL text says, in its own units: centimetres and degrees, counter-clockwise from x. The origin is the field's lower left corner. */
export interface EdlDocument {
  /** Along x. */
  readonly lengthCm: number;
  /** Along y. */
  readonly widthCm: number;
  readonly members: readonly EdlMember[];
}

/** Where a member's middle is, and which way it is oriented. */
interface Oriented {
  /** A label: unique, in any order. */
  readonly number?: number | undefined;
  readonly xCm: number;
  readonly yCm: number;
  readonly thetaDeg: number;
  /** What people call it. */
  readonly name?: string | undefined;
}

export interface PointMember extends Oriented {
  readonly kind: 'POINT';
}

/** Oriented along its length. Its two long sides are walls, its ends are open. */
export interface CorridorMember extends Oriented {
  readonly kind: 'CORRIDOR';
  readonly longCm: number;
  readonly wideCm: number;
}

/** Oriented along its length. */
export interface WallMember extends Oriented {
  readonly kind: 'WALL';
  readonly longCm: number;
}

/** Oriented the way one goes through it. */
export interface GapMember extends Oriented {
  readonly kind: 'DOOR' | 'JUNCTION';
  readonly wideCm: number;
}

/** Oriented the way its picture faces. */
export interface NoticeMember extends Oriented {
  readonly kind: 'NOTICE';
  /** Above the floor. */
  readonly heightCm: number;
  /** Of its picture. */
  readonly file: string;
}

export type EdlMember = PointMember | CorridorMember | WallMember | GapMember | NoticeMember;
export type MemberKind = EdlMember['kind'];

export const ATTRIBUTES = ['x', 'y', 'theta', 'long', 'wide', 'height', 'file', 'name'] as const;
export type AttributeName = (typeof ATTRIBUTES)[number];

/** Under which name a document has what an attribute says. */
export const FIELD_OF = {
  x: 'xCm',
  y: 'yCm',
  theta: 'thetaDeg',
  long: 'longCm',
  wide: 'wideCm',
  height: 'heightCm',
  file: 'file',
  name: 'name',
} as const satisfies Record<AttributeName, string>;

export const isText = (attribute: AttributeName): boolean => attribute === 'file' || attribute === 'name';

/** Which attributes each kind must have, in the order they are written in. Every kind may have a name, and a notice a theta. */
export const REQUIRED: Readonly<Record<MemberKind, readonly AttributeName[]>> = {
  POINT: ['x', 'y', 'theta'],
  CORRIDOR: ['x', 'y', 'theta', 'long', 'wide'],
  WALL: ['x', 'y', 'theta', 'long'],
  DOOR: ['x', 'y', 'theta', 'wide'],
  JUNCTION: ['x', 'y', 'theta', 'wide'],
  NOTICE: ['x', 'y', 'height', 'file'],
};

export const KINDS = Object.keys(REQUIRED) as MemberKind[];

export const mayHave = (kind: MemberKind, attribute: AttributeName): boolean =>
  REQUIRED[kind].includes(attribute) || attribute === 'name' || (kind === 'NOTICE' && attribute === 'theta');

/** `undefined` where the member has no such attribute. */
export const attributeValue = (member: EdlMember, attribute: AttributeName): number | string | undefined =>
  (member as unknown as Record<string, number | string | undefined>)[FIELD_OF[attribute]];
