import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Traffic } from '../transports/socket/traffic.ts';
import { makeHttp } from './http.ts';

const traffic = new Traffic();
traffic.cut('flooding');
const http = makeHttp(() => ({ uptimeS: 5, worlds: [{ name: 'demo', participants: 2, entities: 3 }], participants: 2, traffic }));

describe('the HTTP side of a hub', () => {
  it('tells how it is', async () => {
    const response = await http.inject('/health');
    expect(response.json()).toEqual({
      status: 'ok',
      uptimeS: 5,
      worlds: [{ name: 'demo', participants: 2, entities: 3 }],
      participants: 2,
    });
  });

  it('tells its version', async () => {
    expect((await http.inject('/version')).json()).toMatchObject({
      name: 'manyhands',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      protocol: 1,
    });
  });

  it('counts', async () => {
    const metrics = (await http.inject('/metrics')).json();
    expect(metrics).toMatchObject({
      worlds: 1,
      entities: 3,
      participants: 2,
      door: { closed: { flooding: 1 }, received: { state: { messages: 0 } } },
    });
    expect(metrics.process.residentBytes).toBeGreaterThan(1e6);
  });

  it('has a page whose own style and script are all that may run on it', async () => {
    const { body, headers } = await http.inject('/');
    const policy = String(headers['content-security-policy']);
    for (const [, text = ''] of body.matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)) {
      expect(policy).toContain(createHash('sha256').update(text).digest('base64'));
    }
    expect(headers['content-type']).toContain('text/html');
  });

  it('says what there is, to those who ask for what there is not', async () => {
    const response = await http.inject('/nonsense');
    expect(response.statusCode).toBe(404);
    expect(response.json().error).toContain('/health');
  });
});
