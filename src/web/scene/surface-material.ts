import { Color, MeshStandardMaterial, SRGBColorSpace, Texture } from 'three';
import type { Surface } from './look.ts';
import { litByRoom } from './room-light.ts';

/**
 * One material for everything that is painted: colour, roughness, metalness and glow stand at the vertices, the entity's own colour and its
 * saturation at the instance. So a body of a model is one draw call for all entities, whatever it is painted with.
 *
 * Attributes: `color` (linear rgb), `surface` (roughness, metalness, glow, share of the own colour), `tint` per instance (linear rgb, saturation).
 */
export function surfaceMaterial(): MeshStandardMaterial {
  return patched(new MeshStandardMaterial({ vertexColors: true, roughness: 1, metalness: 1 }));
}

export function glassMaterial(): MeshStandardMaterial {
  return patched(
    new MeshStandardMaterial({ vertexColors: true, roughness: 1, metalness: 1, transparent: true, opacity: 0.3, depthWrite: false }),
  );
}

export type PrintMaterial = MeshStandardMaterial;

/** Seen from the side, as signs in a corridor are, a picture stays sharp with so many samples. */
const SAMPLES_ASIDE = 8;

/** For what has a picture on it: the attribute `uv` counts from the upper left corner. */
export function printMaterial(picture: ImageBitmap): PrintMaterial {
  const map = new Texture(picture);
  // Browsers would turn no ImageBitmap over, whatever this says.
  map.flipY = false;
  map.colorSpace = SRGBColorSpace;
  map.anisotropy = SAMPLES_ASIDE;
  map.needsUpdate = true;
  const material = surfaceMaterial();
  material.map = map;
  return material;
}

/** As numbers for the attributes `color` and `surface`. */
export function vertexPaint(surface: Surface): {
  colour: readonly [number, number, number];
  surface: readonly [number, number, number, number];
} {
  const colour = new Color(surface.colour);
  return { colour: [colour.r, colour.g, colour.b], surface: [surface.roughness, surface.metalness, surface.glow, surface.ownShare] };
}

const DECLARED = `
attribute vec4 surface;
attribute vec4 tint;
varying vec3 vSurface;
varying float vSaturation;
`;

const PAINTED = `
vColor.rgb = mix(vColor.rgb, tint.rgb, surface.w);
vSurface = surface.xyz;
vSaturation = tint.a;
`;

const FADED = `
diffuseColor.rgb = mix(vec3(dot(diffuseColor.rgb, vec3(0.2126, 0.7152, 0.0722))), diffuseColor.rgb, vSaturation);
`;

function patched(material: MeshStandardMaterial): MeshStandardMaterial {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <color_pars_vertex>', `#include <color_pars_vertex>\n${DECLARED}`)
      .replace('#include <color_vertex>', `#include <color_vertex>\n${PAINTED}`);
    shader.fragmentShader = litByRoom(shader.fragmentShader)
      .replace('#include <color_pars_fragment>', '#include <color_pars_fragment>\nvarying vec3 vSurface;\nvarying float vSaturation;')
      .replace('#include <color_fragment>', `#include <color_fragment>\n${FADED}`)
      .replace('#include <roughnessmap_fragment>', 'float roughnessFactor = vSurface.x;')
      .replace('#include <metalnessmap_fragment>', 'float metalnessFactor = vSurface.y;')
      .replace('#include <emissivemap_fragment>', 'totalEmissiveRadiance += diffuseColor.rgb * vSurface.z;');
  };
  material.customProgramCacheKey = () => 'manyhands-surface';
  return material;
}
