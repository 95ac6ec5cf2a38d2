import {
  NeutralToneMapping,
  type Object3D,
  PCFShadowMap,
  type PerspectiveCamera,
  Plane,
  Scene as ThreeScene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { hasGraphicsCard } from './graphics-card.ts';
import { Background, Ground } from './ground.ts';
import { Lighting } from './lighting.ts';
import type { Look } from './look.ts';
import { Outline } from './outline.ts';
import { pixelRatioAt, type QualityLevel, type ShadowQuality } from './quality.ts';

const SHADOW_PX: Readonly<Record<ShadowQuality, number>> = { full: 2048, low: 1024, off: 0 };
/** Of the larger side of a picture: shadows as fine as what throws them. */
const PICTURE_SHADOW_SHARE = 5;
const MOST_SHADOW_PX = 4096;
/** The floor is at least this wide, and this much wider than what stands on it. */
const FLOOR_M = { least: 8, share: 2.9 } as const;

const UP = new Vector3(0, 0, 1);
const DOWN = new Vector3(0, 0, -1);
/** What a floor is made of, and the wheels of what stands on it, may be a little below it. */
const UNDER_M = 0.1;

/** What is to be seen of a building: a floor and what stands on it, up to the next one. */
export interface FloorSpan {
  readonly heightM: number;
  /** Undefined: to the sky. */
  readonly ceilingM: number | undefined;
  /** Of all floors, where all are looked at. */
  readonly heights?: readonly number[] | undefined;
}

export class NoWebGlError extends Error {
  override readonly name = 'NoWebGlError';
}

/** The renderer and everything that is there before any robot is: floor, background, light, outline. */
export class Stage implements Disposable {
  readonly canvas = document.createElement('canvas');
  readonly outline: Outline;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new ThreeScene();
  readonly #lighting: Lighting;
  readonly #ground = new Ground();
  readonly #background = new Background();
  readonly #size = new Vector2(1, 1);
  #level: QualityLevel | undefined;
  #pixelRatio = 1;
  #isShadowStale = true;
  #drawing: WebGLSync | null = null;
  /** Only what an outline, a ring or a gizmo draws: not in pictures. */
  readonly #marks: Object3D[] = [];

  /** `isSmooth`: edges without steps, which costs most where the processor itself draws. */
  constructor({ isSmooth }: { isSmooth: boolean }) {
    this.outline = new Outline({ isSmooth });
    try {
      this.#renderer = new WebGLRenderer({ canvas: this.canvas, antialias: isSmooth, alpha: false, powerPreference: 'high-performance' });
    } catch (error) {
      throw new NoWebGlError('This browser gives no WebGL 2: switch on hardware acceleration in its settings, or use another browser', {
        cause: error,
      });
    }
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.toneMappingExposure = 1;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#scene.matrixWorldAutoUpdate = false;
    this.#lighting = new Lighting(this.#scene);
    this.#scene.add(this.#background.plane, this.#ground.disc);
    this.fit(0, 0, 3, 6);
  }

  add(...things: Object3D[]): void {
    this.#scene.add(...things);
  }

  /** Shown on the screen and never in a picture. */
  addMark(...things: Object3D[]): void {
    this.#marks.push(...things);
    this.#scene.add(...things);
  }

  setLook(look: Look): void {
    this.#lighting.setLook(look);
    this.#ground.setLook(look);
    this.#background.setLook(look);
  }

  setQuality(level: QualityLevel): void {
    this.#level = level;
    this.#lighting.setShadows(SHADOW_PX[level.shadows]);
    this.#isShadowStale = true;
    this.resize(this.#size.x, this.#size.y);
  }

  resize(widthPx: number, heightPx: number): void {
    this.#size.set(Math.max(1, widthPx), Math.max(1, heightPx));
    if (this.#level) this.#pixelRatio = pixelRatioAt(this.#level, this.#size.x, this.#size.y);
    this.#renderer.setPixelRatio(this.#pixelRatio);
    this.#renderer.setSize(this.#size.x, this.#size.y, false);
    this.outline.resize(this.canvas.width, this.canvas.height, this.#pixelRatio);
  }

  /** Nothing is drawn of what is under the floor, or above its ceiling: an elevator goes through all of them. */
  setFloor({ heightM, ceilingM }: FloorSpan): void {
    this.#ground.disc.position.z = heightM;
    this.#ground.disc.updateMatrixWorld();
    this.#lighting.setFloorHeight(heightM);
    const under = heightM === 0 ? [] : [new Plane(UP, UNDER_M - heightM)];
    this.#renderer.clippingPlanes = ceilingM === undefined ? under : [...under, new Plane(DOWN, ceilingM)];
    this.#isShadowStale = true;
  }

  /** Floor, shadows and fog for what stands within this circle and is watched from so far away. */
  fit(x: number, y: number, radiusM: number, cameraDistanceM: number): void {
    const floorM = Math.max(FLOOR_M.least, FLOOR_M.share * radiusM);
    const { disc } = this.#ground;
    if (Math.abs(disc.scale.x - floorM) > 0.1 * floorM || Math.hypot(disc.position.x - x, disc.position.y - y) > 0.05 * floorM) {
      this.#ground.fit(x, y, floorM);
      disc.updateMatrixWorld();
    }
    this.#lighting.fogFrom(cameraDistanceM);
    if (this.#lighting.fit(x, y, radiusM)) this.#isShadowStale = true;
  }

  /** Something that throws a shadow has moved. */
  touchShadows(): void {
    this.#isShadowStale = true;
  }

  render(camera: PerspectiveCamera): void {
    this.#renderScene(camera);
    this.outline.render(this.#renderer, camera);
    if (!hasGraphicsCard()) this.#markDrawing();
  }

  /** Whether the processor, where it is the one that draws, has not come to the end of the last `render` yet. */
  get isBusy(): boolean {
    const gl = this.#gl;
    return this.#drawing !== null && gl.getSyncParameter(this.#drawing, gl.SYNC_STATUS) === gl.UNSIGNALED;
  }

  /** A view of another size into a canvas of its own, through a corner of ours: the caller renders over it at once. */
  renderInto(target: HTMLCanvasElement, camera: PerspectiveCamera): void {
    const width = Math.min(target.width, this.canvas.width);
    const height = Math.min(target.height, this.canvas.height);
    if (width === 0 || height === 0) return;
    const ratio = this.#pixelRatio;
    this.#renderer.setViewport(0, 0, width / ratio, height / ratio);
    this.#renderer.setScissor(0, 0, width / ratio, height / ratio);
    this.#renderer.setScissorTest(true);
    this.#withoutMarks(() => this.#renderScene(camera));
    this.#renderer.setScissorTest(false);
    this.#renderer.setViewport(0, 0, this.#size.x, this.#size.y);
    const from = this.canvas.height - height;
    target.getContext('2d')?.drawImage(this.canvas, 0, from, width, height, 0, 0, target.width, target.height);
  }

  /** The caller renders again at once, at the size of the screen. */
  async picture(widthPx: number, heightPx: number, camera: PerspectiveCamera, shadows: ShadowQuality): Promise<Blob> {
    const copy = document.createElement('canvas');
    copy.width = widthPx;
    copy.height = heightPx;
    const shadowPx = Math.min(MOST_SHADOW_PX, PICTURE_SHADOW_SHARE * Math.max(widthPx, heightPx));
    const asItWas = this.#lighting.setShadows(shadows === 'off' ? 0 : shadowPx);
    this.#renderer.setPixelRatio(1);
    this.#renderer.setSize(widthPx, heightPx, false);
    this.#isShadowStale = true;
    this.#withoutMarks(() => this.#renderScene(camera));
    copy.getContext('2d')?.drawImage(this.canvas, 0, 0);
    this.#lighting.setShadows(asItWas);
    this.#isShadowStale = true;
    this.resize(this.#size.x, this.#size.y);
    return await new Promise((resolve, reject) => {
      copy.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error(`No picture of ${widthPx} x ${heightPx} px could be made`))),
        'image/png',
      );
    });
  }

  [Symbol.dispose](): void {
    this.outline[Symbol.dispose]();
    this.#ground[Symbol.dispose]();
    this.#background[Symbol.dispose]();
    this.#lighting[Symbol.dispose]();
    this.#renderer.dispose();
    this.canvas.remove();
  }

  #renderScene(camera: PerspectiveCamera): void {
    this.#renderer.shadowMap.needsUpdate = this.#isShadowStale;
    this.#isShadowStale = false;
    this.#renderer.render(this.#scene, camera);
  }

  #markDrawing(): void {
    const gl = this.#gl;
    gl.deleteSync(this.#drawing);
    this.#drawing = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  }

  /** WebGL 2 is the only one that the renderer takes. */
  get #gl(): WebGL2RenderingContext {
    return this.#renderer.getContext() as WebGL2RenderingContext;
  }

  #withoutMarks(render: () => void): void {
    this.#scene.remove(...this.#marks);
    render();
    this.#scene.add(...this.#marks);
  }
}
