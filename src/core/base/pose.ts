/** Where a body is and how it is turned. Metres; a unit quaternion; x forward, y left, z up. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly qx: number;
  readonly qy: number;
  readonly qz: number;
  readonly qw: number;
}

/** Velocity in the body's own frame: m/s along x, y, z and rad/s around them. */
export interface Twist {
  readonly vx: number;
  readonly vy: number;
  readonly vz: number;
  readonly wx: number;
  readonly wy: number;
  readonly wz: number;
}

export const ORIGIN: Pose = { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 };
export const NO_TWIST: Twist = { vx: 0, vy: 0, vz: 0, wx: 0, wy: 0, wz: 0 };

/** A pose on the ground, turned by `yawRad` to the left. */
export const planarPose = (x: number, y: number, yawRad: number): Pose => ({
  ...ORIGIN,
  x,
  y,
  qz: Math.sin(yawRad / 2),
  qw: Math.cos(yawRad / 2),
});

/** A twist of a body that drives on the ground: forward, and turning left. */
export const planarTwist = (forwardMPerS: number, turnRadPerS: number): Twist => ({ ...NO_TWIST, vx: forwardMPerS, wz: turnRadPerS });

/** Heading to the left of x, in (-pi, pi]. */
export const yawOf = (pose: Pose): number =>
  Math.atan2(2 * (pose.qw * pose.qz + pose.qx * pose.qy), 1 - 2 * (pose.qy * pose.qy + pose.qz * pose.qz));

export const isMoving = (twist: Twist): boolean =>
  twist.vx !== 0 || twist.vy !== 0 || twist.vz !== 0 || twist.wx !== 0 || twist.wy !== 0 || twist.wz !== 0;

/** `inner`, given in the frame of `outer`, in the frame `outer` is given in. */
export function compose(outer: Pose, inner: Pose): Pose {
  const { qx: ax, qy: ay, qz: az, qw: aw } = outer;
  const { x, y, z, qx: bx, qy: by, qz: bz, qw: bw } = inner;
  // As `rotate` has it, without a list: nothing is asked for more often.
  const tx = 2 * (ay * z - az * y);
  const ty = 2 * (az * x - ax * z);
  const tz = 2 * (ax * y - ay * x);
  return normalised(
    outer.x + (x + aw * tx + ay * tz - az * ty),
    outer.y + (y + aw * ty + az * tx - ax * tz),
    outer.z + (z + aw * tz + ax * ty - ay * tx),
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  );
}

export function inverse(pose: Pose): Pose {
  const turned = { ...pose, qx: -pose.qx, qy: -pose.qy, qz: -pose.qz };
  const [x, y, z] = rotate(turned, -pose.x, -pose.y, -pose.z);
  return { ...turned, x, y, z };
}

/** Where a body is after moving with a constant body twist for `seconds`: exact, however long (the exponential of the twist). */
export function advance(from: Pose, twist: Twist, seconds: number): Pose {
  const rate = lengthOf(twist.wx, twist.wy, twist.wz, 0);
  const angle = rate * seconds;
  if (Math.abs(angle) < 1e-9) {
    return compose(from, { ...ORIGIN, x: twist.vx * seconds, y: twist.vy * seconds, z: twist.vz * seconds });
  }
  const [ux, uy, uz] = [twist.wx / rate, twist.wy / rate, twist.wz / rate];
  // The chord of the helix: what lies along the axis grows with time, what lies across goes round.
  const along = (ux * twist.vx + uy * twist.vy + uz * twist.vz) * seconds;
  const [cx, cy, cz] = cross(ux, uy, uz, twist.vx, twist.vy, twist.vz);
  const [dx, dy, dz] = cross(cx, cy, cz, ux, uy, uz);
  const sine = Math.sin(angle) / rate;
  const versine = (1 - Math.cos(angle)) / rate;
  const half = Math.sin(angle / 2);
  return compose(from, {
    x: ux * along + dx * sine + cx * versine,
    y: uy * along + dy * sine + cy * versine,
    z: uz * along + dz * sine + cz * versine,
    qx: ux * half,
    qy: uy * half,
    qz: uz * half,
    qw: Math.cos(angle / 2),
  });
}

/** A straight blend: positions linearly, turns at constant rate the shorter way round. `share` 0 gives `a`, 1 gives `b`. */
export function blend(a: Pose, b: Pose, share: number): Pose {
  const x = a.x + (b.x - a.x) * share;
  const y = a.y + (b.y - a.y) * share;
  const z = a.z + (b.z - a.z) * share;
  let cosine = a.qx * b.qx + a.qy * b.qy + a.qz * b.qz + a.qw * b.qw;
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  let wa = 1 - share;
  let wb = share * sign;
  if (cosine < 0.9995) {
    const angle = Math.acos(cosine);
    wa = Math.sin((1 - share) * angle) / Math.sin(angle);
    wb = (Math.sin(share * angle) / Math.sin(angle)) * sign;
  }
  return normalised(x, y, z, wa * a.qx + wb * b.qx, wa * a.qy + wb * b.qy, wa * a.qz + wb * b.qz, wa * a.qw + wb * b.qw);
}

export const distance = (a: Pose, b: Pose): number => lengthOf(a.x - b.x, a.y - b.y, a.z - b.z, 0);

/** The angle between two attitudes, in [0, pi] rad. */
export function angleBetween({ qx: ax, qy: ay, qz: az, qw: aw }: Pose, { qx: bx, qy: by, qz: bz, qw: bw }: Pose): number {
  const sine = lengthOf(
    aw * bx - ax * bw - ay * bz + az * by,
    aw * by + ax * bz - ay * bw - az * bx,
    aw * bz - ax * by + ay * bx - az * bw,
    0,
  );
  return 2 * Math.atan2(sine, Math.abs(aw * bw + ax * bx + ay * by + az * bz));
}

/** `Math.hypot` takes ten times as long, and each engine rounds it in its own way. */
const lengthOf = (x: number, y: number, z: number, w: number): number => Math.sqrt(x * x + y * y + z * z + w * w);

function rotate(by: Pose, x: number, y: number, z: number): [number, number, number] {
  const { qx, qy, qz, qw } = by;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
}

const cross = (ax: number, ay: number, az: number, bx: number, by: number, bz: number): [number, number, number] => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];

function normalised(x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number): Pose {
  const length = lengthOf(qx, qy, qz, qw) || 1;
  return { x, y, z, qx: qx / length, qy: qy / length, qz: qz / length, qw: qw / length };
}
