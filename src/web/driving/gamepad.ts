import { z } from 'zod';
import { type Axes, CENTRED, curved, shapeStick, within, withoutDeadZone } from './axes.ts';

/** What the Gamepad API says of a pad, as far as it matters here. */
export interface PadReading {
  readonly id: string;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly value: number }[];
}

const axisSchema = z.object({ axis: z.number().int().min(0).max(63), direction: z.union([z.literal(1), z.literal(-1)]) });
/** A pedal is an axis that rests at one end, or an analog button. */
const pedalSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('axis'),
    axis: z.number().int().min(0).max(63),
    released: z.number().min(-1).max(1),
    pressed: z.number().min(-1).max(1),
  }),
  z.object({ kind: z.literal('button'), button: z.number().int().min(0).max(63) }),
]);
const shapingSchema = { deadZone: z.number().min(0).max(0.5), softness: z.number().min(0).max(1) };

/** How a pad's axes and buttons become driving. `stick`: one stick does both. `wheel`: a steering wheel, with a throttle and a brake that drives backwards. */
export const gamepadMappingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stick'), forward: axisSchema, left: axisSchema, ...shapingSchema }),
  z.object({ kind: z.literal('wheel'), steer: axisSchema, throttle: pedalSchema, brake: pedalSchema, ...shapingSchema }),
]);
export type GamepadMapping = z.infer<typeof gamepadMappingSchema>;
export type Pedal = z.infer<typeof pedalSchema>;

/** The standard layout: the left stick, up and left are negative. */
export const STANDARD_STICK: GamepadMapping = {
  kind: 'stick',
  forward: { axis: 1, direction: -1 },
  left: { axis: 0, direction: -1 },
  deadZone: 0.12,
  softness: 0.5,
};

/** As most wheels report themselves: steering on 0, throttle and brake at 1 while released. */
export const COMMON_WHEEL: GamepadMapping = {
  kind: 'wheel',
  steer: { axis: 0, direction: -1 },
  throttle: { kind: 'axis', axis: 2, released: 1, pressed: -1 },
  brake: { kind: 'axis', axis: 5, released: 1, pressed: -1 },
  deadZone: 0.03,
  softness: 0.25,
};

export const mappingFor = (id: string): GamepadMapping => (/wheel|racing|g2[79]|g92\d|t300|t150/i.test(id) ? COMMON_WHEEL : STANDARD_STICK);

/** Reads pads through their mappings. A wheel's pedals read 0, half pressed, until they are first touched: until then they count as released. */
export class Gamepads {
  readonly #touched = new Set<string>();

  read(pad: PadReading, mapping: GamepadMapping): Axes {
    switch (mapping.kind) {
      case 'stick':
        return shapeStick({ forward: axisOf(pad, mapping.forward), left: axisOf(pad, mapping.left) }, mapping);
      case 'wheel': {
        const pressed = this.#pedal(pad, mapping.throttle) - this.#pedal(pad, mapping.brake);
        const forward = withoutDeadZone(within(-1, pressed, 1), mapping.deadZone);
        // A wheel alone turns nothing on the spot: it says where to, the pedals how fast. Backwards it steers as a car does.
        const steered = curved(withoutDeadZone(axisOf(pad, mapping.steer), mapping.deadZone), mapping.softness);
        return forward === 0 ? CENTRED : { forward, left: steered * forward };
      }
    }
  }

  /** The pad was unplugged, or the page looked away: its pedals have to be touched anew. */
  forget(): void {
    this.#touched.clear();
  }

  #pedal(pad: PadReading, pedal: Pedal): number {
    if (pedal.kind === 'button') return within(0, pad.buttons[pedal.button]?.value ?? 0, 1);
    const reading = pad.axes[pedal.axis] ?? pedal.released;
    const key = `${pad.id}/${pedal.axis}`;
    if (reading !== 0) this.#touched.add(key);
    if (!this.#touched.has(key)) return 0;
    return within(0, (reading - pedal.released) / (pedal.pressed - pedal.released), 1);
  }
}

const axisOf = (pad: PadReading, { axis, direction }: { axis: number; direction: 1 | -1 }): number =>
  within(-1, (pad.axes[axis] ?? 0) * direction, 1);
