import type { Pose } from '../core/base/pose.ts';
import { at, chain, turned } from '../core/geometry/placement.ts';
import { type ImportError, type Place, refusal } from './import-error.ts';
import { numbersIn } from './scanner.ts';
import { childOf, childrenOf, readXml, type XmlElement } from './xml.ts';

/** A URDF as it is written, each thing with its place; what does not fit together is found by urdf-tree.ts. */
export interface UrdfDocument {
  readonly name: string;
  readonly links: readonly UrdfLink[];
  readonly joints: readonly UrdfJoint[];
}

export interface UrdfLink {
  readonly name: string;
  readonly visuals: readonly UrdfVisual[];
  readonly collisions: readonly UrdfVisual[];
  readonly place: Place;
}

export type Triple = readonly [number, number, number];

export type UrdfShape =
  | { readonly kind: 'box'; readonly size: Triple }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'mesh'; readonly filename: string; readonly scale: Triple };

export interface UrdfVisual {
  readonly origin: Pose;
  readonly shape: UrdfShape;
  readonly rgba?: readonly number[] | undefined;
  readonly place: Place;
}

export type UrdfJointType = 'revolute' | 'continuous' | 'prismatic' | 'fixed' | 'floating' | 'planar';

export interface UrdfJoint {
  readonly name: string;
  readonly type: UrdfJointType;
  readonly parent: string;
  readonly child: string;
  readonly origin: Pose;
  readonly axis: Triple;
  readonly limit?: { readonly lower: number; readonly upper: number; readonly velocity?: number | undefined } | undefined;
  readonly mimic?: { readonly joint: string; readonly multiplier: number; readonly offset: number } | undefined;
  readonly place: Place;
}

const jointTypes = new Set<string>(['revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar']);
const FARTHEST = 1e6;
export const IS_XACRO = 'is xacro, not URDF: expand it first with `xacro robot.urdf.xacro > robot.urdf`';

export function readUrdf(file: string, bytes: Uint8Array): UrdfDocument {
  return new UrdfReader(file, readXml(file, bytes)).read();
}

class UrdfReader {
  readonly #file: string;
  readonly #robot: XmlElement;
  readonly #colours = new Map<string, readonly number[]>();

  constructor(file: string, robot: XmlElement) {
    this.#file = file;
    this.#robot = robot;
  }

  read(): UrdfDocument {
    if (this.#robot.name !== 'robot') throw this.#refuse(this.#robot, `its root is <${this.#robot.name}>, not <robot>`);
    const macro = this.#robot.children.find(({ prefix, name }) => prefix === 'xacro' || ['macro', 'property', 'include'].includes(name));
    if (macro) throw this.#refuse(macro, IS_XACRO);
    for (const material of childrenOf(this.#robot, 'material')) this.#colourOf(material);
    // A material may be described in the link that comes last and used in the first.
    for (const link of childrenOf(this.#robot, 'link'))
      for (const visual of childrenOf(link, 'visual')) this.#colourOf(childOf(visual, 'material'));
    return {
      name: this.#robot.attributes.name ?? '',
      links: childrenOf(this.#robot, 'link').map((link) => this.#link(link)),
      joints: childrenOf(this.#robot, 'joint').map((joint) => this.#joint(joint)),
    };
  }

  #link(link: XmlElement): UrdfLink {
    const shapes = (kind: string) => childrenOf(link, kind).flatMap((element) => this.#visual(element));
    return { name: this.#text(link, 'name'), visuals: shapes('visual'), collisions: shapes('collision'), place: link.place };
  }

  #visual(element: XmlElement): UrdfVisual[] {
    const shape = childOf(element, 'geometry')?.children[0];
    if (!shape) return [];
    const rgba = this.#colourOf(childOf(element, 'material'));
    return [{ origin: this.#origin(element), shape: this.#shape(shape), place: shape.place, ...(rgba && { rgba }) }];
  }

  #shape(shape: XmlElement): UrdfShape {
    switch (shape.name) {
      case 'box':
        return { kind: 'box', size: this.#size(shape, this.#triple(shape, 'size', undefined)) };
      case 'cylinder':
      case 'capsule': {
        const [radius, length] = this.#size(shape, [this.#number(shape, 'radius'), this.#number(shape, 'length')] as const);
        return { kind: 'cylinder', radius, length };
      }
      case 'sphere':
        return { kind: 'sphere', radius: this.#size(shape, [this.#number(shape, 'radius')] as const)[0] };
      case 'mesh':
        return { kind: 'mesh', filename: this.#text(shape, 'filename'), scale: this.#triple(shape, 'scale', [1, 1, 1]) };
      default:
        throw this.#refuse(shape, `<${shape.name}> is no geometry of URDF`);
    }
  }

  #size<S extends readonly number[]>(shape: XmlElement, size: S): S {
    if (size.some((value) => value < 0)) throw this.#refuse(shape, `a ${shape.name} of ${size.join(' x ')}`);
    return size;
  }

  #joint(joint: XmlElement): UrdfJoint {
    const type = this.#text(joint, 'type');
    if (!isJointType(type)) throw this.#refuse(joint, `"${type}" is no type of joint: ${[...jointTypes].join(', ')}`);
    const [parent, child, axis] = [childOf(joint, 'parent'), childOf(joint, 'child'), childOf(joint, 'axis')];
    if (!parent || !child) throw this.#refuse(joint, `joint "${joint.attributes.name ?? ''}" has no ${parent ? 'child' : 'parent'}`);
    const limit = childOf(joint, 'limit');
    const mimic = childOf(joint, 'mimic');
    return {
      name: this.#text(joint, 'name'),
      type,
      parent: this.#text(parent, 'link'),
      child: this.#text(child, 'link'),
      origin: this.#origin(joint),
      axis: axis ? this.#triple(axis, 'xyz', [1, 0, 0]) : [1, 0, 0],
      place: joint.place,
      ...(limit && { limit: this.#limit(limit) }),
      ...(mimic && {
        mimic: {
          joint: this.#text(mimic, 'joint'),
          multiplier: this.#number(mimic, 'multiplier', 1),
          offset: this.#number(mimic, 'offset', 0),
        },
      }),
    };
  }

  #limit(limit: XmlElement): UrdfJoint['limit'] {
    const [lower, upper] = [this.#limitOf(limit, 'lower'), this.#limitOf(limit, 'upper')];
    if (lower > upper) throw this.#refuse(limit, `its lower limit ${lower} is above its upper limit ${upper}`);
    return { lower, upper, ...(limit.attributes.velocity !== undefined && { velocity: this.#limitOf(limit, 'velocity') }) };
  }

  /** "1e16" is how people say that there is none; it means as much as the most we count with. */
  #limitOf(limit: XmlElement, attribute: string): number {
    const text = limit.attributes[attribute] ?? '0';
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isFinite(value)) throw this.#refuse(limit, `${attribute}="${text.slice(0, 80)}" is no number`);
    return Math.max(-FARTHEST, Math.min(FARTHEST, value));
  }

  /** Fixed axes x, y, z: R = Rz · Ry · Rx. */
  #origin(element: XmlElement): Pose {
    const origin = childOf(element, 'origin');
    if (!origin) return at(0, 0, 0);
    const [x, y, z] = this.#triple(origin, 'xyz', [0, 0, 0]);
    const [roll, pitch, yaw] = this.#triple(origin, 'rpy', [0, 0, 0]);
    return chain(at(x, y, z), turned([0, 0, 1], yaw), turned([0, 1, 0], pitch), turned([1, 0, 0], roll));
  }

  #colourOf(material: XmlElement | undefined): readonly number[] | undefined {
    if (!material) return undefined;
    const name = material.attributes.name ?? '';
    const colour = childOf(material, 'color');
    if (!colour) return this.#colours.get(name);
    const rgba = numbersIn(colour.attributes.rgba ?? '');
    if (!rgba || rgba.length < 3) throw this.#refuse(colour, `"${colour.attributes.rgba ?? ''}" is no colour`);
    if (name !== '') this.#colours.set(name, rgba);
    return rgba;
  }

  #text(element: XmlElement, attribute: string): string {
    const text = element.attributes[attribute]?.trim();
    if (!text) throw this.#refuse(element, `<${element.name}> has no ${attribute}`);
    return text;
  }

  #number(element: XmlElement, attribute: string, otherwise?: number): number {
    const text = element.attributes[attribute];
    if (text === undefined && otherwise !== undefined) return otherwise;
    const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    return this.#checked(element, attribute, value);
  }

  #triple(element: XmlElement, attribute: string, otherwise: Triple | undefined): Triple {
    const text = element.attributes[attribute];
    if (text === undefined && otherwise) return otherwise;
    const [x, y, z, more] = numbersIn(text ?? '') ?? [];
    if (x === undefined || y === undefined || z === undefined || more !== undefined) {
      throw this.#refuse(element, `${attribute}="${(text ?? '').slice(0, 80)}" should be three numbers`);
    }
    return [this.#checked(element, attribute, x), this.#checked(element, attribute, y), this.#checked(element, attribute, z)];
  }

  #checked(element: XmlElement, attribute: string, value: number): number {
    if (Math.abs(value) <= FARTHEST) return value;
    throw this.#refuse(element, `${attribute}="${(element.attributes[attribute] ?? '').slice(0, 80)}" is no number within ${FARTHEST}`);
  }

  #refuse(element: XmlElement, message: string): ImportError {
    // What only xacro understands can stand in any value.
    const isMacro = Object.values(element.attributes).some((value) => /\$[{(]/.test(value));
    return refusal(this.#file, isMacro && message !== IS_XACRO ? `${message}: it ${IS_XACRO}` : message, element.place);
  }
}

const isJointType = (type: string): type is UrdfJointType => jointTypes.has(type);
