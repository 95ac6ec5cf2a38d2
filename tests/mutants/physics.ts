import type { Mutant } from './mutant.ts';

const SEPARATION = 'src/core/physics/separation.ts';
const LOOK_AHEAD = 'src/core/physics/look-ahead.ts';
const SEPARATION_TEST = 'src/core/physics/separation.test.ts';
const GRASPING = 'src/core/host/grasping.ts';
const GRASPING_TEST = 'src/core/host/grasping.test.ts';
const PHYSICS_TEST = 'src/core/physics/physics.test.ts';

/** Faults in how bodies touch, and how robots keep clear of each other. */
export const PHYSICS: readonly Mutant[] = [
  {
    name: 'overlap-without-second-radius',
    about: 'how deep two bodies overlap ignores the radius of the second',
    edits: [{ file: SEPARATION, symbol: 'overlapOf', find: '- b.convex.radiusM', replace: '' }],
    killedBy: { file: SEPARATION_TEST, title: '[P2] counts both radii' },
  },
  {
    name: 'distance-without-second-radius',
    about: 'the distance of two bodies that are apart ignores the radius of the second',
    edits: [{ file: SEPARATION, symbol: 'separation', find: '- b.convex.radiusM', replace: '' }],
    killedBy: { file: SEPARATION_TEST, title: '[P2] counts both radii' },
  },
  {
    name: 'box-without-radius',
    about: 'the box round a bar or a ball ignores its radius, so that nobody looks at what is near',
    edits: [{ file: 'src/core/physics/convex.ts', symbol: 'leastFromM', find: '- radiusM;', replace: ';' }],
    killedBy: { file: SEPARATION_TEST, title: '[P4] leaves out nothing that is nearer' },
  },
  {
    name: 'turning-base-stands',
    about: 'a base that turns on the spot counts as standing',
    edits: [
      {
        file: 'src/core/physics/course.ts',
        symbol: 'baseSpeed',
        find: 'pace.baseMPerS + pace.baseRadPerS * body.reachM',
        replace: 'pace.baseMPerS + 0 * body.reachM',
      },
    ],
    killedBy: { file: PHYSICS_TEST, title: '[P4] cuts a turn on the spot' },
  },
  {
    name: 'overlap-holds-robot',
    about: 'a robot that was placed into something cannot drive out of it',
    edits: [
      {
        file: LOOK_AHEAD,
        symbol: 'meeting',
        find: 'if (nearest && other !== undefined && nearest.distanceM < DEEP_M) return undefined;',
        replace: '',
      },
    ],
    killedBy: { file: PHYSICS_TEST, title: '[P5] lets a robot out of what it was placed into also where' },
  },
  {
    name: 'creeps-nearer',
    about: 'what stands nearer than it may goes a little nearer each time it is told to',
    edits: [
      {
        file: LOOK_AHEAD,
        symbol: 'meeting',
        find: 'Math.min(clearance - GIVE_M, nearest.distanceM - SAME_M)',
        replace: 'nearest.distanceM - GIVE_M',
      },
    ],
    killedBy: { file: PHYSICS_TEST, title: '[P5] what stands nearer than it may' },
  },
  {
    name: 'round-body-has-no-height',
    about: 'a sensor above a round body takes it for as high as its middle',
    edits: [
      {
        file: 'src/core/physics/cross-section.ts',
        symbol: 'bandAt',
        find: '[Math.min(...heights) - piece.convex.radiusM, Math.max(...heights) + piece.convex.radiusM]',
        replace: '[Math.min(...heights), Math.max(...heights)]',
      },
    ],
    killedBy: { file: 'src/core/physics/cross-section.test.ts', title: 'stays the same up to where a round body begins' },
  },
  {
    name: 'grasps-what-is-too-wide',
    about: 'a gripper takes a part that is wider than it opens',
    edits: [{ file: GRASPING, symbol: 'graspable', find: 'widthM > gripper.widestM', replace: 'widthM > 2 * gripper.widestM' }],
    killedBy: { file: GRASPING_TEST, title: '[P12] is not what is too wide' },
  },
  {
    name: 'width-of-one-side',
    about: 'the width of a part is always that of the same side',
    edits: [
      {
        file: GRASPING,
        symbol: 'widthOf',
        find: 'Math.min(high[0] - low[0], high[1] - low[1])',
        replace: 'high[0] - low[0]',
      },
    ],
    killedBy: { file: GRASPING_TEST, title: '[P12] is what fits between the fingers' },
  },
  {
    name: 'grasps-while-stopped',
    about: 'a stopped robot takes a part',
    edits: [{ file: GRASPING, symbol: 'objectionTo', find: 'if (stop) return', replace: 'if (stop && lease) return' }],
    killedBy: { file: GRASPING_TEST, title: '[P12] is nobody while the robot is stopped' },
  },
  {
    name: 'grasps-without-lease',
    about: 'a robot that somebody else has takes a part for whoever asks',
    edits: [{ file: GRASPING, symbol: 'objectionTo', find: 'lease.holder !== world.id', replace: 'lease.holder === name' }],
    killedBy: { file: GRASPING_TEST, title: '[P12] is only who has the lease' },
  },
];
