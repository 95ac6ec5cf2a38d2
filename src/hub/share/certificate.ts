import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { MisuseError } from '../../core/base/errors.ts';

/** As PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 24 * 3600 * 1000;
/** Browsers take no certificate that is valid for longer than about 13 months. */
const VALID_MS = 390 * DAY_MS;
const STILL_GOOD_MS = 7 * DAY_MS;

/** The certificate and key that were given. */
export async function givenCertificate(certificate: string, key: string): Promise<TlsFiles> {
  const read = (file: string, what: string) =>
    readFile(file, 'utf8').catch((cause: unknown) => {
      throw new MisuseError(`the ${what} ${file} cannot be read`, { cause });
    });
  return { cert: await read(certificate, 'certificate'), key: await read(key, 'key') };
}

/** One made on the spot for these addresses, kept in `folder` so that browsers which were told to trust it need not be told again. */
export async function ownCertificate(folder: string, addresses: readonly string[]): Promise<TlsFiles> {
  const files = { cert: join(folder, 'certificate.pem'), key: join(folder, 'certificate-key.pem') };
  const kept = await Promise.all([readFile(files.cert, 'utf8'), readFile(files.key, 'utf8')]).catch(() => undefined);
  if (kept && isGood(kept[0], addresses)) return { cert: kept[0], key: kept[1] };
  const made = await make(addresses);
  await mkdir(folder, { recursive: true });
  await writeFile(files.cert, made.cert);
  await writeFile(files.key, made.key, { mode: 0o600 });
  // One that was there before keeps the rights it had.
  await chmod(files.key, 0o600);
  return made;
}

function isGood(pem: string, addresses: readonly string[]): boolean {
  const certificate = new X509Certificate(pem);
  const isLasting = certificate.validToDate.getTime() > Date.now() + STILL_GOOD_MS;
  return isLasting && addresses.every((address) => certificate.checkIP(address) !== undefined);
}

async function make(addresses: readonly string[]): Promise<TlsFiles> {
  // Heavy, and hardly ever needed.
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Manyhands on this network' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + VALID_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...['localhost', hostname()].map((value) => ({ type: 2 as const, value })),
          ...addresses.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { cert, key };
}
