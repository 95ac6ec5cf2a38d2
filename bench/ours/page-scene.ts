/** Runs in the browser: a world of so many entities, all robots moving, and how long the script of a frame takes. */
import type { EntityDescription } from '../../src/core/api/messages.ts';
import { descriptionSchema } from '../../src/core/api/messages.ts';
import { planarPose } from '../../src/core/base/pose.ts';
import { catalog } from '../../src/core/robots/catalog/catalog.ts';
import { draftOf } from '../../src/core/robots/draft.ts';
import type { EntityInfo, Frame } from '../../src/web/link/world-link.ts';
import { Scene } from '../../src/web/scene/scene.ts';

export interface FrameTimes {
  /** Milliseconds of script a frame, with WebGL answering nothing. */
  readonly withoutGl: readonly number[];
  /** The same with its commands going to the driver's queue. */
  readonly withGl: readonly number[];
}

const SPACING_M = 2.2;

declare global {
  interface Window {
    measureFrames(entities: number, frames: number): Promise<FrameTimes>;
  }
}

window.measureFrames = async (count, frames) => {
  const host = document.createElement('div');
  host.style.cssText = 'position: absolute; inset: 0';
  document.body.append(host);
  const models = new Map(catalog.map((model) => [model.id, model]));
  const scene = new Scene(host, { models: { get: (id) => models.get(id), subscribe: () => () => undefined }, theme: 'light' });
  const world = worldOf(count);
  scene.setEntities(world.entities);
  scene.select('e0', 0);
  const withGl = await timesOf(scene, world, Math.min(5, frames));
  silenceWebGl();
  const withoutGl = await timesOf(scene, world, frames);
  return { withGl, withoutGl: withoutGl.slice(Math.floor(frames / 5)) };
};

interface World {
  readonly entities: Map<string, EntityInfo>;
  readonly frame: { -readonly [K in keyof Frame]: Frame[K] };
}

/** Every model of the catalog equally often, in a square. */
function worldOf(count: number): World {
  const side = Math.ceil(Math.sqrt(count));
  const entities = new Map<string, EntityInfo>();
  let valuesAt = 0;
  for (let slot = 0; slot < count; slot++) {
    const model = catalog[slot % catalog.length];
    if (model === undefined) break;
    const pose = planarPose((slot % side) * SPACING_M, Math.floor(slot / side) * SPACING_M, slot);
    const description = descriptionSchema.parse(draftOf(model, { pose, colour: (slot % 12) + 1 }));
    entities.set(`e${slot}`, entityOf(`e${slot}`, description, slot, valuesAt));
    valuesAt += description.dofs.length;
  }
  return { entities, frame: { layout: 1, worldMs: 0, poses: new Float32Array(count * 7), values: new Float32Array(valuesAt) } };
}

const entityOf = (id: string, description: EntityDescription, slot: number, valuesAt: number): EntityInfo => ({
  id,
  description,
  slot,
  valuesAt,
  owner: 'bench',
  isMine: true,
  isLive: true,
  isElsewhere: false,
  floor: undefined,
  epoch: 1,
  control: { stop: undefined, lease: undefined, leaseEpoch: 0, asking: [], driver: undefined },
  isWorking: false,
  ageMs: 0,
});

async function timesOf(scene: Scene, world: World, frames: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < frames; i++) {
    move(world, performance.now() / 1000);
    if (i % 60 === 0) scene.setView({ ...scene.getView(), azimuthRad: i / 60 }, 'glide');
    await new Promise(requestAnimationFrame);
    const from = performance.now();
    scene.draw(world.frame, from);
    times.push(performance.now() - from);
  }
  return times;
}

/** Whatever is not furniture is in motion: bases on circles, every joint to and fro. */
function move({ entities, frame }: World, seconds: number): void {
  frame.worldMs = seconds * 1000;
  for (const { slot, valuesAt, description } of entities.values()) {
    const { pose } = description.initial;
    const isMoving = description.kind === 'dynamic';
    const phase = isMoving ? seconds + slot : 0;
    const turned = planarPose(0, 0, isMoving ? phase + Math.PI / 2 : slot);
    frame.poses.set([pose.x + 0.3 * Math.cos(phase), pose.y + 0.3 * Math.sin(phase), pose.z, 0, 0, turned.qz, turned.qw], slot * 7);
    description.dofs.forEach(({ low, high }, dof) => {
      frame.values[valuesAt + dof] = low + (Math.min(high, low + 6) - low) * (0.5 + 0.4 * Math.sin(phase + dof));
    });
  }
}

/** From here on WebGL is told everything and does nothing: what is measured is the page's own script. */
function silenceWebGl(): void {
  const prototype = WebGL2RenderingContext.prototype;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const found = Object.getOwnPropertyDescriptor(prototype, name);
    const isAsking = /^(get|is|check|create)/u.test(name) || name === 'constructor';
    if (typeof found?.value === 'function' && !isAsking) Object.defineProperty(prototype, name, { ...found, value: () => undefined });
  }
}
