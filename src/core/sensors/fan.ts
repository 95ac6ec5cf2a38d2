/** Where the beams of a sensor go, in its own frame: x ahead, from right to left. */
export class Fan {
  readonly beams: number;
  /** Directions. */
  readonly cos: Float64Array;
  readonly sin: Float64Array;
  readonly anglesRad: Float64Array;
  /** Of the first beam. */
  readonly firstRad: number;
  /** Beams for each radian. */
  readonly perRad: number;
  /** Half of all that it can see. */
  readonly halfRad: number;

  constructor(beams: number, fieldOfViewRad: number) {
    const stepRad = stepOf(beams, fieldOfViewRad);
    this.beams = beams;
    this.firstRad = beams === 1 ? 0 : -fieldOfViewRad / 2;
    this.perRad = stepRad === 0 ? 0 : 1 / stepRad;
    this.anglesRad = Float64Array.from({ length: beams }, (_, beam) => this.firstRad + beam * stepRad);
    this.cos = this.anglesRad.map(Math.cos);
    this.sin = this.anglesRad.map(Math.sin);
    this.halfRad = Math.max(Math.abs(this.firstRad), Math.abs(this.anglesRad[beams - 1] ?? 0));
  }
}

const WHOLE_TURN = 2 * Math.PI;
const SAME_RAD = 1e-9;

/** All round, the first and the last are neighbours; else they are the two edges of the field. */
function stepOf(beams: number, fieldOfViewRad: number): number {
  if (beams === 1) return 0;
  return fieldOfViewRad > WHOLE_TURN - SAME_RAD ? fieldOfViewRad / beams : fieldOfViewRad / (beams - 1);
}

/** So many are remembered: a catalog has a handful. */
const MOST_KNOWN = 64;
const known = new Map<string, Fan>();

/** Made once for all sensors that are alike. */
export function fanOf(beams: number, fieldOfViewRad: number): Fan {
  const key = `${beams} ${fieldOfViewRad}`;
  const fan = known.get(key) ?? new Fan(beams, fieldOfViewRad);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, fan);
  return fan;
}
