import { describe, expect, it } from 'vitest';
import type { Message } from '../../core/bus/bus.ts';
import { BusMessage } from '../../core/bus/bus-message.ts';
import { Listener } from '../../core/bus/listeners.ts';
import { matches } from '../../core/bus/subjects.ts';
import { NatsRoutes } from './nats-routes.ts';

/** Servers that were asked for patterns, and send a copy for each of them, as NATS does. */
class Servers {
  readonly asked = new Map<string, (message: Message) => void>();
  readonly reported: unknown[] = [];
  readonly routes = new NatsRoutes(
    (pattern, deliver) => {
      this.asked.set(pattern, deliver);
      return { [Symbol.dispose]: () => this.asked.delete(pattern) };
    },
    (error) => this.reported.push(error),
  );

  listen(pattern: string): { heard: string[]; ends: Disposable } {
    const heard: string[] = [];
    const ends = this.routes.add(pattern, new Listener<Message>(({ subject }) => heard.push(subject), this.routesReport));
    return { heard, ends };
  }

  say(subject: string): void {
    const copies = [...this.asked].filter(([pattern]) => matches(pattern, subject));
    for (const [, deliver] of copies) deliver(new BusMessage(subject, new Uint8Array(), 'ann'));
  }

  readonly routesReport = (error: unknown): void => void this.reported.push(error);
}

describe('what a process listens to', () => {
  it('[N2] is asked of the servers once, and a part of it not at all', () => {
    const servers = new Servers();
    const all = servers.listen('v1.w.*.st.*');
    const [region, again, other] = [servers.listen('v1.w.f0.st.*'), servers.listen('v1.w.f0.st.*'), servers.listen('v1.w.f0.inv.*')];
    expect([...servers.asked.keys()]).toEqual(['v1.w.*.st.*', 'v1.w.f0.inv.*']);
    for (const subject of ['v1.w.f0.st.puma', 'v1.w.f1.st.cart', 'v1.w.f0.inv.hub']) servers.say(subject);
    expect(all.heard).toEqual(['v1.w.f0.st.puma', 'v1.w.f1.st.cart']);
    expect([region.heard, again.heard]).toEqual([['v1.w.f0.st.puma'], ['v1.w.f0.st.puma']]);
    expect(other.heard).toEqual(['v1.w.f0.inv.hub']);
  });

  it('[N2] is asked for itself when nobody wants the whole any more, and no more than that', () => {
    const servers = new Servers();
    const all = servers.listen('v1.w.*.st.*');
    const [one, two] = [servers.listen('v1.w.f0.st.*'), servers.listen('v1.w.f1.st.*')];
    two.ends[Symbol.dispose]();
    all.ends[Symbol.dispose]();
    expect([...servers.asked.keys()]).toEqual(['v1.w.f0.st.*']);
    for (const subject of ['v1.w.f0.st.puma', 'v1.w.f1.st.cart']) servers.say(subject);
    expect([all.heard, one.heard, two.heard]).toEqual([[], ['v1.w.f0.st.puma'], []]);
    one.ends[Symbol.dispose]();
    one.ends[Symbol.dispose]();
    expect(servers.asked.size).toBe(0);
  });

  it('[N2] is heard by those who want the whole, whatever others on these servers say', () => {
    const servers = new Servers();
    const all = servers.listen('v1.w.*.st.*');
    servers.listen('v1.w.f0.st.*');
    servers.say('v1.w.f0.st.Not-Ours');
    expect(all.heard).toEqual(['v1.w.f0.st.Not-Ours']);
    expect(String(servers.reported)).toContain('is not a subject');
  });
});
