/** The shared world: participants that own entities, and proxies that follow them. Start reading at replica.ts, `#tick`. */
export type { ActionDraft, Dof, EntityDescription, EntityDraft, LeaseRequest, WorldFloor, WorldSetup } from '../api/messages.ts';
export { decodeBeat, type Presence } from './beat.ts';
export type { CommandOptions, Outcome } from './commands.ts';
export type { Control, Lease, Stop } from './control.ts';
export type { Observation, Threshold } from './dead-reckoning.ts';
export { InsertError } from './descriptions.ts';
export type { Drive, Stick } from './drive.ts';
export type { EntityView } from './entity-view.ts';
export type { Contact, Keep, MotionGuard, WholeMotion } from './guarded-motion.ts';
export type { Look } from './interest.ts';
export { type BaseMotion, type Carrier, carryingFrame, type DofMotion, endOf, NEVER, poseAt, type RideJoint, valueAt } from './motion.ts';
export { type Chat, Participant, type TimeView } from './participant.ts';
export type { Instant } from './proxy-entity.ts';
export { JoinError, type JoinOptions } from './replica.ts';
export type { Member } from './roster.ts';
export { MOST_WORK_BYTES, type Performance, type Performed, type Work, type WorkDraft, type WorkRuling, type Workshop } from './work.ts';
export type { TimeChange } from './world-time.ts';
