import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { Seal } from './seal.ts';

const secret = new Uint8Array(32).fill(7);
const seal = new Seal(secret);
const expiresAtMs = 1000 * Math.floor(Date.now() / 1000 + 60);
const claims = { invitation: 'class', name: 'Ada', expiresAtMs };

describe('a seal', () => {
  it('is known again, with what it says', async () => {
    expect(await seal.open('session', await seal.sign('session', claims))).toEqual({ kind: 'valid', claims });
    const bare = { invitation: undefined, name: '', expiresAtMs };
    expect(await seal.open('link', await seal.sign('link', bare))).toEqual({ kind: 'valid', claims: bare });
  });

  it('of a link is none of a session, nor the other way round', async () => {
    expect((await seal.open('session', await seal.sign('link', claims))).kind).toBe('forged');
    expect((await seal.open('link', await seal.sign('session', claims))).kind).toBe('forged');
  });

  it('whose time is over says so, but only if it is ours', async () => {
    const past = { ...claims, expiresAtMs: Date.now() - 2000 };
    expect((await seal.open('session', await seal.sign('session', past))).kind).toBe('expired');
    const other = new Seal(new Uint8Array(32).fill(8));
    expect((await seal.open('session', await other.sign('session', past))).kind).toBe('forged');
  });

  const signed = (change: (token: SignJWT) => SignJWT, header: { alg: string; typ: string } = { alg: 'HS256', typ: 'session' }) =>
    change(
      new SignJWT({ jti: 'class' }).setProtectedHeader(header).setIssuer('manyhands').setAudience('session').setExpirationTime('1h'),
    ).sign(secret);

  it.each<[string, () => Promise<string> | string]>([
    ['nothing', () => ''],
    ['no token', () => 'a.b.c'],
    [
      'no signature',
      () => new UnsecuredJWT({ jti: 'class' }).setIssuer('manyhands').setAudience('session').setExpirationTime('1h').encode(),
    ],
    ['another issuer', () => signed((token) => token.setIssuer('somebody'))],
    ['another audience', () => signed((token) => token.setAudience('link'))],
    ['another type', () => signed((token) => token, { alg: 'HS256', typ: 'link' })],
    ['another algorithm', () => signed((token) => token, { alg: 'HS512', typ: 'session' })],
    [
      'no expiry',
      () => new SignJWT({}).setProtectedHeader({ alg: 'HS256', typ: 'session' }).setIssuer('manyhands').setAudience('session').sign(secret),
    ],
    [
      'a changed word',
      async () => {
        const [head, , signature] = (await signed((token) => token)).split('.');
        return `${head}.${Buffer.from(JSON.stringify({ jti: 'other', iss: 'manyhands', aud: 'session', exp: 9e9 })).toString('base64url')}.${signature}`;
      },
    ],
  ])('with %s is forged', async (_, token) => {
    expect((await seal.open('session', await token())).kind).toBe('forged');
  });
});
