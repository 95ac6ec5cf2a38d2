import { errors, jwtVerify, SignJWT } from 'jose';

const ISSUER = 'manyhands';
const ALGORITHM = 'HS256';

/** A `link` is what people send each other; a `session` is what a page keeps after it was opened. One never passes for the other. */
export type SealKind = 'link' | 'session';

export interface SealedClaims {
  /** The invitation that it comes from; undefined for a session on loopback that needed none. */
  readonly invitation: string | undefined;
  /** For a session: what its person is called. */
  readonly name: string;
  readonly expiresAtMs: number;
}

export type Unsealed =
  | { readonly kind: 'valid' | 'expired'; readonly claims: SealedClaims }
  /** Not made by us, or not for this. */
  | { readonly kind: 'forged'; readonly reason: string };

/** Signs tokens with the secret that all hubs on one Store share, and knows its own again. */
export class Seal {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  async sign(kind: SealKind, { invitation, name, expiresAtMs }: SealedClaims): Promise<string> {
    const token = new SignJWT(name === '' ? {} : { name })
      .setProtectedHeader({ alg: ALGORITHM, typ: kind })
      .setIssuer(ISSUER)
      .setAudience(kind)
      .setExpirationTime(Math.floor(expiresAtMs / 1000));
    return (invitation === undefined ? token : token.setJti(invitation)).sign(this.#secret);
  }

  async open(kind: SealKind, token: string): Promise<Unsealed> {
    const options = { issuer: ISSUER, audience: kind, typ: kind, algorithms: [ALGORITHM], requiredClaims: ['exp'] };
    try {
      const { payload } = await jwtVerify(token, this.#secret, options);
      return { kind: 'valid', claims: claimsOf(payload) };
    } catch (error) {
      // The signature was right: only its time is over.
      if (error instanceof errors.JWTExpired) return { kind: 'expired', claims: claimsOf(error.payload) };
      if (error instanceof errors.JOSEError) return { kind: 'forged', reason: error.message };
      throw error;
    }
  }
}

const claimsOf = ({ jti, name, exp = 0 }: { jti?: string | undefined; name?: unknown; exp?: number | undefined }): SealedClaims => ({
  invitation: jti,
  name: typeof name === 'string' ? name : '',
  expiresAtMs: 1000 * exp,
});
