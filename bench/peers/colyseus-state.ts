import { type SchemaType, schema, t } from '@colyseus/schema';

/** `float32`: the usual choice. `quantized`: the fewest bytes that keep the bounds of the benches. */
export type Precision = 'float32' | 'quantized';

/** Robots stay within this; a 16-bit step of it is 4 mm. */
const HALF_M = 128;
const half = { min: -HALF_M, max: HALF_M, bits: 16 } as const;

const precise = { x: t.float32(), y: t.float32(), yawRad: t.float32() };
const coarse = { x: t.quantized(half), y: t.quantized(half), yawRad: t.quantized({ min: -Math.PI, max: Math.PI, bits: 8, mode: 'wrap' }) };

export const FloatRobot = schema(precise, 'FloatRobot');
export const QuantizedRobot = schema(coarse, 'QuantizedRobot');
export type Robot = SchemaType<typeof FloatRobot>;

const FloatWorld = schema({ tick: t.uint32(), robots: t.map(FloatRobot) }, 'FloatWorld');
const QuantizedWorld = schema({ tick: t.uint32(), robots: t.map(QuantizedRobot) }, 'QuantizedWorld');
const FloatViewedWorld = schema({ tick: t.uint32(), robots: t.map(FloatRobot).view() }, 'FloatViewedWorld');
const QuantizedViewedWorld = schema({ tick: t.uint32(), robots: t.map(QuantizedRobot).view() }, 'QuantizedViewedWorld');
export type WorldState = SchemaType<typeof FloatWorld>;

export function newWorld(precision: Precision, seen: 'all' | 'views'): WorldState {
  switch (precision) {
    case 'float32':
      return seen === 'all' ? new FloatWorld() : new FloatViewedWorld();
    case 'quantized':
      return (seen === 'all' ? new QuantizedWorld() : new QuantizedViewedWorld()) as unknown as WorldState;
  }
}

export const newRobot = (precision: Precision): Robot =>
  precision === 'float32' ? new FloatRobot() : (new QuantizedRobot() as unknown as Robot);
