import { describe, expect, it } from 'vitest';
import { isLocal, objectionToOrigin } from './origins.ts';

describe('objectionToOrigin', () => {
  it.each<[origin: string | undefined, host: string, bound: string, allowed: string[], isLetIn: boolean]>([
    [undefined, '127.0.0.1:7330', '127.0.0.1', [], true],
    ['http://127.0.0.1:7330', '127.0.0.1:7330', '127.0.0.1', [], true],
    ['http://localhost:7330', 'localhost:7330', '127.0.0.1', [], true],
    ['http://[::1]:7330', '[::1]:7330', '::1', [], true],
    ['http://hub.lab:7330', 'hub.lab:7330', '0.0.0.0', [], true],
    ['https://hub.lab', 'hub.lab', '0.0.0.0', [], true],
    ['http://127.0.0.1:8000', '127.0.0.1:7330', '127.0.0.1', [], false],
    ['https://evil.example', '127.0.0.1:7330', '127.0.0.1', [], false],
    // A name of the attacker's that points at this machine.
    ['http://evil.example:7330', 'evil.example:7330', '127.0.0.1', [], false],
    ['null', '127.0.0.1:7330', '127.0.0.1', [], false],
    ['https://class.example', '127.0.0.1:7330', '127.0.0.1', ['https://class.example'], true],
    ['https://evil.example', '127.0.0.1:7330', '127.0.0.1', ['https://class.example'], false],
    ['https://any.example', '127.0.0.1:7330', '127.0.0.1', ['*'], true],
  ])('%s to %s, listening on %s, allowed %j: %s', (origin, host, bound, allowed, isLetIn) => {
    expect(objectionToOrigin({ origin, host }, { host: bound, allowed }) === undefined).toBe(isLetIn);
  });
});

describe('isLocal', () => {
  const rules = { host: '127.0.0.1', allowed: [] };
  const peer = { address: '127.0.0.1', host: '127.0.0.1:7330', way: 'direct' } as const;

  it('is who calls this machine from itself, by its own name', () => {
    expect(isLocal(peer, rules)).toBe(true);
    expect(isLocal({ ...peer, address: '::ffff:127.0.0.1', host: 'localhost:7330' }, rules)).toBe(true);
    expect(isLocal({ ...peer, address: '192.168.1.7' }, rules)).toBe(false);
    expect(isLocal({ ...peer, host: 'evil.example:7330' }, rules)).toBe(false);
    expect(isLocal(peer, { ...rules, host: '0.0.0.0' })).toBe(false);
  });

  it('is nobody who came through a proxy, and nobody at all where a link is required', () => {
    expect(isLocal({ ...peer, way: 'forwarded' }, rules)).toBe(false);
    expect(isLocal(peer, { ...rules, locals: 'need a link' })).toBe(false);
  });
});
