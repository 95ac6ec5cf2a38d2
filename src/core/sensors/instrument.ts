import { compose, ORIGIN, type Pose, yawOf } from '../base/pose.ts';
import { type Random, seededRandom } from '../base/random.ts';
import { type Sensor, type SensorKind, type SensorMount, sensorOf } from '../robots/robots.ts';
import { erringHeading, erringRange, withinHalfTurn } from './noise.ts';
import { type Leg, Odometer } from './odometer.ts';
import { rangesOf } from './ranges.ts';
import type { Surroundings } from './surroundings.ts';
import { isTouched } from './touch.ts';

/** Metres from right to left, a heading in radians, or whether it is pressed. */
export type Measured = readonly number[] | number | boolean;

/** What carries a sensor, as it is at one instant. */
export interface Bearer {
  readonly body: string;
  readonly pose: Pose;
  /** Of its links, in the frame of its base. */
  readonly links: readonly Pose[];
  /** It stands on something that moves, or was put somewhere. */
  readonly isCarried: boolean;
  /** What its motion ended at. */
  readonly contact: { readonly x: number; readonly y: number } | undefined;
}

/** What rides in an elevator is at another height each time: all outlines at each of them would take most of a processor. */
const CARRIED_STEP_M = 0.05;

const RANGES: ReadonlySet<SensorKind> = new Set(['laser', 'sonar', 'infrared']);

/** Whether it measures distances. */
export const isRangeSensor = (kind: SensorKind): boolean => RANGES.has(kind);

/** Whether it is measured here: what is seen by a camera or by a robot's vision is not. */
export const isMeasured = (kind: SensorKind): boolean =>
  isRangeSensor(kind) || kind === 'compass' || kind === 'odometry' || kind === 'bumper';

/** A sensor on a body: what it tells by and by. */
export class Instrument {
  readonly sensor: Sensor;
  readonly #mount: SensorMount;
  readonly #random: Random;
  readonly #odometer: Odometer;

  /** The same seed errs in the same way. `from`: where an odometer goes on from. */
  constructor(mount: SensorMount, seed: number, from?: Leg) {
    this.#mount = mount;
    this.sensor = sensorOf(mount);
    this.#random = seededRandom(seed);
    this.#odometer = new Odometer(this.sensor.noise, this.#random, from);
  }

  /** Where it is in the world. */
  poseOn({ pose, links, isCarried }: Pick<Bearer, 'pose' | 'links' | 'isCarried'>): Pose {
    const at = compose(compose(pose, links[this.#mount.link] ?? ORIGIN), this.#mount.at);
    return isCarried ? { ...at, z: CARRIED_STEP_M * Math.round(at.z / CARRIED_STEP_M) } : at;
  }

  /** Undefined for what is not measured here. */
  measure(surroundings: Surroundings, bearer: Bearer): Measured | undefined {
    const { sensor } = this;
    switch (sensor.kind) {
      case 'laser':
      case 'sonar':
      case 'infrared': {
        const metres = rangesOf(surroundings, sensor, this.poseOn(bearer), bearer.body);
        return metres.map((metre) => erringRange(metre, sensor, this.#random));
      }
      case 'compass':
        return erringHeading(yawOf(this.poseOn(bearer)), sensor.noise, this.#random);
      case 'odometry':
        return bearer.isCarried ? this.#odometer.carry(bearer.pose) : this.#odometer.travel(bearer.pose);
      case 'bumper':
        return this.#isPressed(surroundings, bearer);
      case 'camera':
      case 'vision':
        return undefined;
    }
  }

  /** By something that is as near as it feels, or that its body was stopped before, on the side where it is. */
  #isPressed(surroundings: Surroundings, bearer: Bearer): boolean {
    const { rangeM, fieldOfViewRad } = this.sensor;
    const at = this.poseOn(bearer);
    const heading = yawOf(at);
    const feels = (x: number, y: number): boolean =>
      Math.abs(withinHalfTurn(Math.atan2(y - bearer.pose.y, x - bearer.pose.x) - heading)) <= fieldOfViewRad / 2;
    const { contact, body } = bearer;
    return (contact !== undefined && feels(contact.x, contact.y)) || isTouched(surroundings.fieldAt(at.z), body, rangeM, feels);
  }
}
