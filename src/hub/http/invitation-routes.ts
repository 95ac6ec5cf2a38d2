import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Invitation, newInvitationSchema } from '../../core/api/http.ts';
import { check } from '../../core/api/messages.ts';
import { isAtLeast } from '../../core/api/roles.ts';
import type { InvitationRecord, Store } from '../../core/store/store.ts';
import { INVITATION_MS, type Invitations, worldOf } from '../sessions/invitations.ts';
import type { AuditLog } from './audit-log.ts';
import { callerOf } from './caller.ts';
import { Failure } from './failure.ts';
import { requireWorld } from './world-routes.ts';

const HOUR_MS = 3600 * 1000;

export interface InvitationRoutesOptions {
  readonly store: Store;
  readonly invitations: Invitations;
  readonly audit: AuditLog;
  /** Where others reach this hub, if that is known; else it is where the caller does. */
  readonly publicUrl: () => string | undefined;
}

/** Without a world: for the whole hub. */
type Asked = { Params: { world?: string; invitation?: string } };

/** Join links of a world, or of the whole hub: made, listed, revoked. */
export function invitationRoutes(http: FastifyInstance, options: InvitationRoutesOptions): void {
  const { store, invitations, audit } = options;

  for (const place of ['/api/v1/worlds/:world/invitations', '/api/v1/invitations']) {
    /** Whoever may see a link may use it: those of higher roles are not shown. */
    http.get<Asked>(place, async (request) => {
      const { world } = request.params;
      if (world !== undefined) await requireWorld(store, world);
      const { role } = callerOf(request);
      const records = (await invitations.of(world)).filter((record) => isAtLeast(role, record.role));
      return { invitations: await Promise.all(records.map((record) => shown(options, request, record))) };
    });

    http.post<Asked>(place, async (request, reply): Promise<Invitation> => {
      const { world } = request.params;
      const caller = callerOf(request);
      const { role, note = '', hours } = check(newInvitationSchema, request.body);
      if (!isAtLeast(caller.role, role)) throw new Failure(403, `a ${caller.role} invites up to ${caller.role}, not as ${role}`);
      if (world !== undefined) await requireWorld(store, world);
      const validMs = hours === undefined ? INVITATION_MS : hours * HOUR_MS;
      const record = await invitations.create({ role, world, note, by: caller.name || 'local', validMs });
      await audit.write(caller, { action: 'invitation.created', world, subject: record.id, detail: `${role} ${note}`.trim() });
      reply.code(201);
      return shown(options, request, record);
    });

    http.delete<Asked>(`${place}/:invitation`, async (request, reply) => {
      const { world, invitation = '' } = request.params;
      const caller = callerOf(request);
      const record = await invitations.get(invitation);
      if (!record || worldOf(record) !== world)
        throw new Failure(404, `there is no join link ${invitation} of ${world ?? 'the whole hub'}`);
      if (!isAtLeast(caller.role, record.role)) throw new Failure(403, `a ${caller.role} cannot revoke a link for ${record.role}s`);
      await invitations.revoke(invitation, caller.name || 'local');
      await audit.write(caller, { action: 'invitation.revoked', world, subject: invitation, detail: record.role });
      return reply.code(204).send();
    });
  }
}

async function shown(options: InvitationRoutesOptions, request: FastifyRequest, record: InvitationRecord): Promise<Invitation> {
  const world = worldOf(record);
  const hub = options.publicUrl() ?? `${request.protocol}://${request.headers.host}`;
  return {
    id: record.id,
    role: record.role,
    ...(world !== undefined && { world }),
    note: record.note,
    by: record.createdBy,
    createdAtMs: record.createdAtMs,
    expiresAtMs: record.expiresAtMs,
    ...(record.revoked && { revokedAtMs: record.revoked.atMs }),
    link: `${hub}/j#${await options.invitations.token(record)}`,
  };
}
