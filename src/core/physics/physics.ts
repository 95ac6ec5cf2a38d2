/** Bodies that touch: shapes of links, distances between them, looking ahead. Start reading at look-ahead.ts; the rules are in SPEC.md. */
export { type CollisionBody, collisionBodyOf, distanceBetween, nearestTo, type PosturedBody, postured } from './collision-body.ts';
export { allPlaced, type Convex, convexesOf, convexOf, inFrame, leastFromM, type PlacedConvex, placed, support } from './convex.ts';
export { Course, fastestMPerS, type Pace, type Stance, type Trajectory } from './course.ts';
export { type Band, bandAt, crossSections, type Section } from './cross-section.ts';
export { AT_REST, type BodyState, type Dynamics, type Engine, GROUND, type NewBody, type Touch, type Velocity } from './dynamics.ts';
export {
  type Conflict,
  clearanceM,
  conflictWith,
  conflictWithItself,
  firstConflict,
  type Obstacle,
  type Span,
} from './look-ahead.ts';
export { type Separation, separation } from './separation.ts';
export { dot, lengthOf, minus, turnTo, type Vector } from './vector.ts';
