import { draftOf, type EntityDraft, type Pose, planarPose } from '../../../library/manyhands.ts';
import { type EntityRow, entityRow } from '../entity-row.ts';
import type { CommandOf } from '../grammar.ts';
import { plainPose, poseAt, writtenPose } from '../plain-pose.ts';
import { done, type Result, type Session } from '../session.ts';
import { table } from '../table.ts';
import { resultOf, viewOf } from './finding.ts';

export async function list({ world }: Session): Promise<Result> {
  const rows = world.entities.map((view) => entityRow(world, view));
  if (rows.length === 0) return done('no entities yet; put one in with: insert NAME', { entities: [] });
  const lines = rows.map(({ id, name, owner, pose, flags }: EntityRow) => [id, name, owner ?? '-', writtenPose(pose), flags.join(' ')]);
  return done(table(['id', 'name', 'owner', 'where', ''], lines), { entities: rows });
}

export async function who({ world }: Session): Promise<Result> {
  const members = world.participants.map(({ id, name, clockErrorMs }) => ({ id, name, clockErrorMs, isMe: id === world.id }));
  const lines = members.map(({ id, name, clockErrorMs, isMe }) => [id, name, `${clockErrorMs.toFixed(1)} ms`, isMe ? 'you' : '']);
  return done(table(['id', 'name', 'clock within', ''], lines), { participants: members });
}

export async function insert({ world }: Session, { name, model, at, dofs, hosts, id, isStatic }: CommandOf<'insert'>): Promise<Result> {
  const pose = planarPose(at.x, at.y, at.yawRad ?? 0);
  const known = dofs === undefined ? await world.model(model) : undefined;
  const draft = known ? draftOf(known, { name, pose }) : withJoints(dofs ?? 0, { name, model, pose });
  const view = await world.insert({ ...draft, ...(isStatic && { kind: 'static' }), ...(hosts && { hosts }) }, id);
  return done(`inserted ${view.id} at ${writtenPose(plainPose(view.pose))}`, { entity: view.id });
}

function withJoints(count: number, { name, model, pose }: { name: string; model: string; pose: Pose }): EntityDraft {
  const dofs = Array.from({ length: Math.floor(count) }, (_, i) => ({
    name: `joint${i}`,
    kind: 'rotation' as const,
    low: -Math.PI,
    high: Math.PI,
    speedPerS: 1,
  }));
  return { name, model, kind: 'dynamic', dofs, initial: { pose, values: dofs.map(() => 0) } };
}

export async function remove(session: Session, { entity }: CommandOf<'remove'>): Promise<Result> {
  viewOf(session, entity);
  await session.world.remove(entity);
  return done(`removed ${entity}`, { entity });
}

export async function place(session: Session, { entity, at }: CommandOf<'place'>): Promise<Result> {
  const pose = poseAt(at, viewOf(session, entity).posture.pose);
  return resultOf(await session.world.command(entity, { kind: 'place', pose }), () => `${entity} is at ${writtenPose(plainPose(pose))}`);
}
