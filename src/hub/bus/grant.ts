import { writeFile } from 'node:fs/promises';
import { MisuseError } from '../../core/base/errors.ts';
import { makeBusKey } from '../../transports/nats/bus-key.ts';
import type { Grant } from '../../transports/nats/participant-subjects.ts';
import { userBlock } from '../../transports/nats/user-block.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { isOfHub } from '../worlds/residents.ts';

/** `manyhands bus grant`: the key goes into a file, what the servers are to know of it to stdout. */
export async function grant(to: Grant, file: string): Promise<ExitCode> {
  if (isOfHub(to.participant)) throw new MisuseError(`${to.participant} is what a hub is called; choose another name with --as`);
  const { key, publicKey } = makeBusKey(to);
  await writeFile(file, `${JSON.stringify(key, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    throw new MisuseError(`the key cannot be written to ${file}; choose another file with --out`, { cause });
  });
  process.stdout.write(userBlock(to, publicKey));
  process.stderr.write(
    `The key of ${to.participant} is in ${file}. Put what was printed among the users of nats.conf, then: nats-server --signal reload\n`,
  );
  return EXIT.ok;
}
