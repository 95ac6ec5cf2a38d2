import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { HubStage } from '../hub-stage.contract.ts';
import { givenCertificate, ownCertificate } from './certificate.ts';
import { localAddresses } from './network.ts';

const folder = mkdtempSync(join(tmpdir(), 'manyhands-share-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a certificate made on the spot', () => {
  it('serves the page, the API and the door to those who trust it', async () => {
    const tls = await ownCertificate(folder, ['127.0.0.1']);
    await using stage = await HubStage.start({ tls });
    expect(stage.hub.url).toMatch(/^https:/);
    expect(stage.hub.joinLink).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/j#/);
    const health = await new Promise((resolve, reject) => {
      get(`${stage.hub.url}/health`, { ca: tls.cert }, (response) =>
        response.on('data', (data: Buffer) => resolve(JSON.parse(String(data)))),
      ).on('error', reject);
    });
    expect(health).toMatchObject({ status: 'ok' });
    const socket = new WebSocket(`${stage.hub.url.replace('https', 'wss')}/v1/worlds/w`, { ca: tls.cert });
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    socket.terminate();
    await expect(fetch(`${stage.hub.url}/health`)).rejects.toThrow();
  });

  it('is kept, its key for its owner only, and made anew when an address is missing', async () => {
    const first = await ownCertificate(folder, ['127.0.0.1']);
    expect(await ownCertificate(folder, ['127.0.0.1'])).toEqual(first);
    expect(statSync(join(folder, 'certificate-key.pem')).mode & 0o777).toBe(0o600);
    const second = await ownCertificate(folder, ['127.0.0.1', '192.168.7.7']);
    expect(second.cert).not.toBe(first.cert);
    expect(readFileSync(join(folder, 'certificate.pem'), 'utf8')).toBe(second.cert);
  });
});

describe('a certificate that was given', () => {
  it('is read, or said to be missing by name', async () => {
    writeFileSync(join(folder, 'cert'), 'C');
    writeFileSync(join(folder, 'key'), 'K');
    expect(await givenCertificate(join(folder, 'cert'), join(folder, 'key'))).toEqual({ cert: 'C', key: 'K' });
    await expect(givenCertificate(join(folder, 'cert'), join(folder, 'none'))).rejects.toThrow(/the key .*none/);
  });
});

describe('the addresses of this machine', () => {
  it('are none of loopback', () => {
    for (const address of localAddresses()) expect(address).not.toMatch(/^127\./);
  });
});
