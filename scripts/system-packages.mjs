import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { say, step } from './progress.mjs';

/** What tests run as real peers or read as files that others made: what shows that each is there, and the Debian package that brings it. */
const programs = [
  { file: 'chromium', debianPackage: 'chromium' },
  { file: 'nats-server', debianPackage: 'nats-server' },
  { file: 'initdb', debianPackage: 'postgresql' },
  { file: 'socat', debianPackage: 'socat' },
  { file: 'nc', debianPackage: 'netcat-openbsd' },
  { file: 'python3', debianPackage: 'python3' },
  { file: 'cc', debianPackage: 'gcc' },
  { file: 'g++', debianPackage: 'g++' },
  { file: '/usr/include/stdio.h', debianPackage: 'libc6-dev' },
  { file: '/usr/share/doc/dart/data/urdf', debianPackage: 'dart-doc' },
  { file: '/usr/share/doc/whitedune-docs/docs', debianPackage: 'whitedune-docs' },
];

const longestWaitForLockSeconds = 300;

/**
 * Installs what the tests need beside npm packages, or what somebody else names, where that can be done; else says what is missing. What needs it fails then.
 * @param {readonly { file: string, debianPackage: string }[]} needed
 */
export async function installSystemPackages(needed = programs) {
  const missing = needed.filter(({ file }) => !isInstalled(file)).map(({ debianPackage }) => debianPackage);
  if (missing.length === 0) return;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    say(`missing on this machine: ${missing.join(', ')}; they can be installed only by root on Debian, so what needs them will fail`);
    return;
  }
  await step(`installing ${missing.join(', ')} with apt-get (this may take some minutes)`, async () => {
    aptGet(['update']);
    aptGet(['install', '--yes', '--no-install-recommends', ...missing]);
  });
}

/** @param {string} file */
function isInstalled(file) {
  if (isAbsolute(file)) return existsSync(file);
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', ...postgresFolders()];
  return folders.some((folder) => existsSync(join(folder, file)));
}

/** Debian keeps the programs of each PostgreSQL version in a folder of its own, outside PATH. */
function postgresFolders() {
  const versions = '/usr/lib/postgresql';
  return existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : [];
}

/** @param {string[]} args */
function aptGet(args) {
  const giveUpMs = Date.now() + longestWaitForLockSeconds * 1000;
  for (;;) {
    const { status, stdout, stderr, error } = spawnSync(
      'apt-get',
      ['-qq', '-o', `DPkg::Lock::Timeout=${longestWaitForLockSeconds}`, ...args],
      {
        encoding: 'utf8',
        // Runlevel 1: the servers are installed but not started, for tests start their own on free ports.
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      },
    );
    if (status === 0) return;
    // The time-out above covers only dpkg's lock, not the one on the lists that `update` takes.
    if (stderr?.includes('Could not get lock') && Date.now() < giveUpMs) {
      spawnSync('sleep', ['2']);
      continue;
    }
    throw new Error(`apt-get ${args.join(' ')} failed with exit code ${status}:\n${stdout}${stderr}`, { cause: error });
  }
}
