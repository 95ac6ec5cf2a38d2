import type { Pose } from '../base/pose.ts';

/**
 * What bodies are built from. Lengths in metres; a shape stands in its own frame, z up, centred on the origin in x and y.
 * Edges are rounded by whoever draws: a radius here only overrides what would be chosen.
 */
export type Shape =
  /** Centred on the origin in z too. */
  | { readonly kind: 'box'; readonly sizeM: readonly [number, number, number]; readonly edgeM?: number | undefined }
  /** Along z, from 0 to its height. */
  | { readonly kind: 'cylinder'; readonly radiusM: number; readonly heightM: number }
  /** Turned about z: [radius, z] from the bottom up. */
  | { readonly kind: 'lathe'; readonly profile: readonly (readonly [number, number])[] }
  | { readonly kind: 'sphere'; readonly radiusM: number }
  /** A tapered plate in the xy plane: a circle at the origin, one at x = length, and their tangents; thickness along z, centred. */
  | {
      readonly kind: 'plate';
      readonly fromRadiusM: number;
      readonly toRadiusM: number;
      readonly lengthM: number;
      readonly thicknessM: number;
    }
  /** An outline in the xy plane, raised along z from 0. */
  | { readonly kind: 'extrusion'; readonly outline: readonly (readonly [number, number])[]; readonly heightM: number }
  /** A round bar through the points. */
  | { readonly kind: 'tube'; readonly points: readonly (readonly [number, number, number])[]; readonly radiusM: number }
  /** Too many triangles to say here: they are kept by their hash (mesh.ts), and this much is known without them. */
  | {
      readonly kind: 'mesh';
      /** SHA-256 of the encoded mesh, in hexadecimal. */
      readonly mesh: string;
      readonly lowM: readonly [number, number, number];
      readonly highM: readonly [number, number, number];
      readonly triangles: number;
    };

/** `own` is the robot's own colour: one link, the joint caps, a stripe. A `#rrggbb` is for things that are known by their colour. */
export type Paint = 'own' | 'bone' | 'graphite' | 'foot' | 'steel' | 'aluminium' | 'rubber' | 'wood' | 'glass' | 'lamp' | `#${string}`;

/** One painted shape, at its place in the frame of what it belongs to. */
export interface Part {
  readonly shape: Shape;
  readonly at: Pose;
  readonly paint: Paint;
}
