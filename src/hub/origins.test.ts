import { describe, expect, it } from 'vitest';
import { objectionToOrigin } from './origins.ts';

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
