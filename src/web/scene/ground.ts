import { CircleGeometry, Color, Mesh, MeshStandardMaterial, PlaneGeometry, ShaderMaterial } from 'three';
import type { Look } from './look.ts';
import { litByRoom } from './room-light.ts';

/** The floor: a disc that fades into the background, with a grid that is gone where its lines would be denser than pixels. */
export class Ground implements Disposable {
  readonly disc: Mesh<CircleGeometry, MeshStandardMaterial>;
  readonly #uniforms = {
    discRadius: { value: 1 },
    gridColour: { value: new Color() },
    fine: { value: 0 },
    coarse: { value: 0 },
  };

  constructor() {
    const material = new MeshStandardMaterial({ roughness: 1, metalness: 0, transparent: true, fog: false });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec2 vFloor;\nvarying vec2 vDisc;')
        .replace(
          '#include <begin_vertex>',
          '#include <begin_vertex>\nvDisc = position.xy;\nvFloor = (modelMatrix * vec4(position, 1.0)).xy;',
        );
      shader.fragmentShader = litByRoom(shader.fragmentShader)
        .replace('#include <common>', `#include <common>\n${GRID}`)
        .replace('#include <color_fragment>', FADED)
        .replace('#include <dithering_fragment>', `${RULED}\n#include <dithering_fragment>`);
    };
    this.disc = new Mesh(new CircleGeometry(1, 96), material);
    this.disc.receiveShadow = true;
    this.disc.renderOrder = 0;
  }

  setLook(look: Look): void {
    this.disc.material.color.set(look.ground);
    this.#uniforms.gridColour.value.set(look.grid.colour).convertLinearToSRGB();
    this.#uniforms.fine.value = look.grid.fine;
    this.#uniforms.coarse.value = look.grid.coarse;
  }

  /** Wide enough for what stands on it. */
  fit(x: number, y: number, radiusM: number): void {
    this.disc.position.set(x, y, this.disc.position.z);
    this.disc.scale.setScalar(radiusM);
    this.#uniforms.discRadius.value = radiusM;
  }

  [Symbol.dispose](): void {
    this.disc.geometry.dispose();
    this.disc.material.dispose();
  }
}

const GRID = `
varying vec2 vFloor;
varying vec2 vDisc;
uniform float discRadius;
uniform vec3 gridColour;
uniform float fine;
uniform float coarse;
float gridLine(vec2 at, float spacing, float widthPx) {
  vec2 cell = at / spacing;
  vec2 perPixel = fwidth(cell);
  vec2 away = abs(fract(cell - 0.5) - 0.5) / max(perPixel, vec2(1e-6));
  vec2 line = 1.0 - smoothstep(vec2(widthPx * 0.5 - 0.5), vec2(widthPx * 0.5 + 0.5), away);
  vec2 sparse = 1.0 - smoothstep(vec2(0.12), vec2(0.45), perPixel);
  return max(line.x * sparse.x, line.y * sparse.y);
}`;

const FADED = `
diffuseColor.a *= 1.0 - smoothstep(0.42, 1.0, length(vDisc));
`;

// On the finished colour: shares of a line mean what they mean on paper, and light does not wash it out.
const RULED = `
float gridShare = max(fine * gridLine(vFloor, 0.25, 1.0), coarse * gridLine(vFloor, 1.0, 1.1));
gl_FragColor.rgb = mix(gl_FragColor.rgb, gridColour, gridShare);
`;

/** A vertical gradient behind everything, in the colours as they are: no light and no tone mapping. */
export class Background implements Disposable {
  readonly plane: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #uniforms = { top: { value: new Color() }, bottom: { value: new Color() } };

  constructor() {
    const material = new ShaderMaterial({
      uniforms: this.#uniforms,
      depthTest: false,
      depthWrite: false,
      vertexShader:
        'varying float vHeight;\nvoid main() {\n  vHeight = position.y * 0.5 + 0.5;\n  gl_Position = vec4(position.xy, 1.0, 1.0);\n}',
      fragmentShader:
        'uniform vec3 top;\nuniform vec3 bottom;\nvarying float vHeight;\nvoid main() {\n  gl_FragColor = vec4(mix(bottom, top, vHeight), 1.0);\n}',
    });
    this.plane = new Mesh(new PlaneGeometry(2, 2), material);
    this.plane.frustumCulled = false;
    this.plane.renderOrder = -1;
  }

  setLook(look: Look): void {
    // Written to the screen unconverted, so the numbers must be those of sRGB.
    this.#uniforms.top.value.set(look.skyTop).convertLinearToSRGB();
    this.#uniforms.bottom.value.set(look.skyBottom).convertLinearToSRGB();
  }

  [Symbol.dispose](): void {
    this.plane.geometry.dispose();
    this.plane.material.dispose();
  }
}
