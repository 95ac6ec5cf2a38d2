import { z } from 'zod';
import { decodeJson, encodeJson, poseSchema } from '../api/messages.ts';
import type { Clock } from '../base/clock.ts';
import { explain, MalformedError } from '../base/errors.ts';
import { isId } from '../base/ids.ts';
import { compose, ORIGIN, type Pose } from '../base/pose.ts';
import { seededRandom } from '../base/random.ts';
import type { Bus } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { type Sensor, type SensorSettings, sensorOf, sensorParametersSchema } from '../robots/robots.ts';
import { beamsOf, erringRange, NUMBERS_PER_BEAM, rangesOf } from '../sensors/sensors.ts';
import type { Participant } from '../world/world.ts';
import type { Models } from './neighbourhood.ts';
import { Sight } from './sight.ts';

/** What a range sensor would measure, wherever it is thought to be. */
export interface SenseRequest extends SensorSettings {
  readonly kind: 'laser' | 'sonar' | 'infrared';
  /** Of the robot, in the world. */
  readonly robot: Pose;
  /** Of the sensor, in the robot's frame; it looks along its x. At the robot's origin when left out. */
  readonly sensor?: Pose | undefined;
  /** An entity that is not seen: the robot itself, where it is in the world. */
  readonly but?: string | undefined;
  /** Of its noise. */
  readonly seed?: number | undefined;
}

export interface Sensed {
  readonly kind: 'sensed';
  /** Of each beam, to the left of where the sensor looks, from right to left. */
  readonly anglesRad: readonly number[];
  /** At the sensor's range nothing was met. */
  readonly metres: readonly number[];
}

export type SenseAnswer = Sensed | { readonly kind: 'refused'; readonly reason: string };

const MOST_BEAMS_ASKED = 4096;
/** After so long without a question the world is looked at no more. */
const LOOKED_AT_FOR_MS = 10_000;
const ANSWER_MS = 5000;

const requestSchema = z.object({
  kind: z.enum(['laser', 'sonar', 'infrared']),
  robot: poseSchema,
  sensor: poseSchema.optional(),
  but: z.string().refine(isId, 'must be the id of an entity').optional(),
  seed: z.number().int().min(0).max(0xffffffff).optional(),
  ...sensorParametersSchema.shape,
});

const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sensed'), anglesRad: z.array(z.number()), metres: z.array(z.number()) }),
  z.object({ kind: z.literal('refused'), reason: z.string() }),
]);

/** Asks whoever knows the whole world. Rejects when nobody answers. */
export async function sense(bus: Bus, world: string, request: SenseRequest): Promise<SenseAnswer> {
  return decodeJson(answerSchema, await bus.request(subjects.sense(world), encodeJson(request), { timeoutMs: ANSWER_MS }));
}

export interface VirtualSensorPorts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly models: Models;
}

/** Answers what sensors would measure, of a world that this participant sees as a whole. While nobody asks it does nothing. */
export class VirtualSensors implements Disposable {
  readonly #world: Participant;
  readonly #ports: VirtualSensorPorts;
  readonly #serving: Disposable;
  #sight: Sight | undefined;
  #resting: Disposable | undefined;

  constructor(world: Participant, ports: VirtualSensorPorts) {
    this.#world = world;
    this.#ports = ports;
    this.#serving = ports.bus.subscribe(subjects.sense(world.world), (message) => message.reply(encodeJson(this.#answer(message.payload))));
  }

  modelsChanged(): void {
    this.#sight?.lookAtAll();
  }

  [Symbol.dispose](): void {
    this.#serving[Symbol.dispose]();
    this.#rest();
  }

  #answer(payload: Uint8Array): SenseAnswer {
    try {
      return this.#sense(decodeJson(requestSchema, payload));
    } catch (error) {
      if (error instanceof MalformedError) return { kind: 'refused', reason: explain(error) };
      throw error;
    }
  }

  #sense(request: SenseRequest): SenseAnswer {
    const sensor = sensorOf(request);
    const beams = sensor.beams * sensor.elements.length;
    if (beams > MOST_BEAMS_ASKED)
      return { kind: 'refused', reason: `${beams} beams; at most ${MOST_BEAMS_ASKED} can be asked for at once` };
    const at = compose(request.robot, request.sensor ?? ORIGIN);
    const random = seededRandom(request.seed ?? 0);
    const metres = rangesOf(this.#look(), sensor, at, request.but).map((metre) => erringRange(metre, sensor, random));
    return { kind: 'sensed', anglesRad: anglesOf(sensor), metres };
  }

  #look(): Sight {
    this.#resting?.[Symbol.dispose]();
    this.#resting = this.#ports.clock.after(LOOKED_AT_FOR_MS, () => this.#rest());
    this.#sight ??= new Sight(this.#world, this.#ports.models);
    this.#sight.look();
    return this.#sight;
  }

  #rest(): void {
    this.#resting?.[Symbol.dispose]();
    this.#resting = undefined;
    this.#sight?.[Symbol.dispose]();
    this.#sight = undefined;
  }
}

function anglesOf(sensor: Sensor): number[] {
  const beams = beamsOf(sensor, ORIGIN);
  return Array.from({ length: beams.length / NUMBERS_PER_BEAM }, (_, beam) => {
    const [, , cos = 1, sin = 0] = beams.subarray(NUMBERS_PER_BEAM * beam);
    return Math.atan2(sin, cos);
  });
}
