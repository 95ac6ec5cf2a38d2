import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { joinAs, manyhands, startHub } from './processes.ts';

describe('manyhands hub', () => {
  it('prints its address, which answers', async () => {
    await using hub = manyhands('hub', '--port', '0', '--db', ':memory:', '--demo');
    const url = await hub.line((line) => /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]);
    const health = await (await fetch(`${url}/health`)).json();
    expect(health).toMatchObject({ status: 'ok', home: 'workcell', participants: 0, worlds: [{ name: 'workcell', participants: 0 }] });
    expect(await (await fetch(`${url}/version`)).json()).toMatchObject({ name: 'manyhands' });
    expect(await (await fetch(url)).text()).toContain('<title>Manyhands</title>');
  });

  it('is bound to loopback unless told otherwise', async () => {
    await using hub = await startHub();
    expect(new URL(hub.url).hostname).toBe('127.0.0.1');
  });

  it('says in one line that its port is in use, and what to do', async () => {
    await using hub = await startHub();
    const { port } = new URL(hub.url);
    await using second = manyhands('hub', '--port', port, '--db', ':memory:');
    expect(await second.exited).toBe(1);
    expect(second.errors).toMatch(new RegExp(`^manyhands: port ${port} of 127.0.0.1 is in use; .*--port ${Number(port) + 1}.*\\n$`));
  });

  it('exits with 2 when it is used badly', async () => {
    const uses = [
      'hub --port many',
      'hub --world Lab',
      'hub --log-level loud',
      'hubb',
      'join',
      'join ftp://nowhere',
      'join 127.0.0.1:1 --what',
    ];
    const programs = uses.map((use) => manyhands(...use.split(' ')));
    for (const program of programs) {
      expect(await program.exited, program.transcript).toBe(2);
      expect(program.errors).toContain('manyhands: ');
    }
  });

  it('prints help and version', async () => {
    const helps = ['--help', 'hub --help', 'join --help'].map((use) => manyhands(...use.split(' ')));
    for (const help of helps) {
      expect(await help.exited).toBe(0);
      expect(help.transcript).toContain('Exit codes:');
    }
    const program = manyhands('version');
    expect(await program.exited).toBe(0);
    expect(program.lines[0]).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('stops cleanly when it is told to, and its participants come back when it does', async () => {
    await using hub = await startHub();
    await using alice = await joinAs('alice', hub.url);
    const toldMs = performance.now();
    hub.process.kill('SIGTERM');
    expect(await hub.exited, hub.transcript).toBe(0);
    expect(performance.now() - toldMs).toBeLessThan(3000);
    expect(await alice.event('connection')).toMatchObject({ state: 'lost', reason: expect.stringContaining('shutting-down') });

    await using again = await startHub('--port', new URL(hub.url).port);
    await alice.event('connection', ({ state }) => state === 'regained');
    expect(await alice.command('insert Robot'), again.transcript).toMatchObject({ ok: true });
  });

  it('does not let in pages of other sites', async () => {
    await using hub = await startHub();
    const address = hub.url.replace('http:', 'ws:');
    // A hello by hand: protocol 2, world demo, name Eve, nothing to resume.
    const hello = Buffer.from([1, 1, 11, 2, 4, ...Buffer.from('demo'), 3, ...Buffer.from('Eve'), 0]);
    const join = async (origin: string) => {
      const socket = new WebSocket(`${address}/v1/worlds/demo`, { origin });
      await once(socket, 'open');
      socket.send(hello);
      const [first] = await Promise.race([once(socket, 'close'), once(socket, 'message')]);
      socket.terminate();
      return first;
    };
    expect(await join('https://evil.example')).toBe(4016);
    expect(await join(hub.url)).toBeInstanceOf(Buffer);
  });
});
