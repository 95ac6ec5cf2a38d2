/**
 * Driving: what hands hold (keyboard.ts, gamepad.ts, touch-stick.ts) becomes axes (axes.ts), a pilot (pilot.ts) merges them for each robot one drives
 * and holds its stick at every frame; lease.ts says how it stands with everybody else. The rules are in SPEC.md; only driving-input.ts knows a DOM.
 */
export { type Axes, CENTRED } from './axes.ts';
export { type DriveProfile, driveProfile } from './drive-profile.ts';
export { listenToKeys, PadSource, runPilot } from './driving-input.ts';
export { COMMON_WHEEL, type GamepadMapping, STANDARD_STICK } from './gamepad.ts';
export { HeldAxes } from './held-axes.ts';
export { isDrivingKey, Keyboard } from './keyboard.ts';
export { MOST_ROUND_TRIP_MS, tooSlow } from './latency.ts';
export { FREE, type LeaseState } from './lease.ts';
export { Leases, type SeenStop } from './leases.ts';
export { type DriveSource, Pilot, type PilotState, type RobotInHand } from './pilot.ts';
export { TouchStick } from './touch-stick.ts';
