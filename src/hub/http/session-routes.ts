import type { FastifyInstance } from 'fastify';
import { type Me, type Session as SessionAnswer, sessionRequestSchema } from '../../core/api/http.ts';
import { check } from '../../core/api/messages.ts';
import { peerOf } from '../../transports/socket/peer.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { AuditLog } from './audit-log.ts';
import { noSessionCookie, sessionCookie } from './caller.ts';
import { Failure } from './failure.ts';

/** Coming in, and knowing oneself again. */
export function sessionRoutes(http: FastifyInstance, { sessions, audit }: { sessions: Sessions; audit: AuditLog }): void {
  http.post('/api/v1/sessions', async (request, reply): Promise<SessionAnswer> => {
    const { link, name } = check(sessionRequestSchema, request.body);
    const begun = await sessions.begin({ link, name }, peerOf(request.raw));
    if (begun.kind === 'stranger') throw new Failure(401, `${begun.text}; ask whoever sent it for another one`);
    const { token, session } = begun;
    const { role, world, expiresAtMs, invitation } = session;
    if (invitation !== undefined)
      await audit.write(session, { action: 'role.used', world, subject: invitation, detail: `came in as ${role}` });
    reply.header('set-cookie', sessionCookie(request, token, expiresAtMs));
    return { token, role, name, expiresAtMs, ...(world !== undefined && { world }) };
  });

  http.delete('/api/v1/sessions', (request, reply) => reply.header('set-cookie', noSessionCookie(request)).code(204).send());

  http.get('/api/v1/me', async ({ caller, headers }): Promise<Me> => {
    if (!caller && headers.authorization !== undefined) throw new Failure(401, 'this session holds no more; open your join link again');
    if (!caller) return { role: 'none', name: '' };
    return { role: caller.role, name: caller.name, ...(caller.world !== undefined && { world: caller.world }) };
  });
}
