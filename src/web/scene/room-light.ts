import type { Material, WebGLProgramParametersWithUniforms } from 'three';

/** What is around, as a share of a bright room. */
const SHARE = 0.25;

/**
 * The reflections of a room: a lit ceiling with two panels, pale walls, a darker floor. Written as a formula instead of an environment map:
 * nothing has to be rendered and filtered before the first frame (seconds without a graphics card), and it costs less in each.
 */
const ROOM = `
vec3 roomIrradiance(vec3 normal) {
  float level = normal.z > 0.0 ? mix(0.8, 2.0, normal.z) : mix(0.8, 0.3, -normal.z);
  return vec3(level, level * 0.995, level * 0.985);
}
vec3 roomRadiance(vec3 way, float roughness) {
  float blur = 0.06 + 0.9 * roughness;
  float ceiling = smoothstep(0.35 - blur, 0.55 + blur, way.z);
  float panels = smoothstep(0.80 - blur * 0.5, 0.86 + blur * 0.5, way.z) * smoothstep(-blur, blur, abs(way.x) - 0.06);
  float window = smoothstep(0.78 - blur, 0.9 + blur, dot(way, vec3(0.62, -0.70, 0.35)));
  float level = mix(0.42, 0.95, smoothstep(-0.35 - blur, 0.2 + blur, way.z)) + ceiling * 0.7 + panels * 1.8 * (1.0 - 0.6 * roughness) + window * 1.6 * (1.0 - 0.6 * roughness);
  return vec3(level);
}`;

const LIT = `
#include <lights_fragment_maps>
iblIrradiance += PI * ${SHARE.toFixed(2)} * roomIrradiance(inverseTransformDirection(geometryNormal, viewMatrix));
radiance += ${SHARE.toFixed(2)} * roomRadiance(inverseTransformDirection(reflect(-geometryViewDir, geometryNormal), viewMatrix), material.roughness);
`;

/** For the fragment shader of a standard material. */
export function litByRoom(fragmentShader: string): string {
  return fragmentShader
    .replace('#include <lights_physical_pars_fragment>', `#include <lights_physical_pars_fragment>\n${ROOM}`)
    .replace('#include <lights_fragment_maps>', LIT);
}

/** For a standard material that needs nothing else. */
export function putIntoRoom<M extends Material>(material: M): M {
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    shader.fragmentShader = litByRoom(shader.fragmentShader);
  };
  material.customProgramCacheKey = () => 'manyhands-room';
  return material;
}
