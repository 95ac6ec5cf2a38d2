/** All benches, loaded when they are asked for. */
import type { Bench } from '../harness/bench.ts';

export const catalog: Readonly<Record<string, () => Promise<Bench>>> = {
  replicate: async () => (await import('./replicate.ts')).replicate,
  interest: async () => (await import('./interest.ts')).interest,
  bytes: async () => (await import('./bytes.ts')).bytes,
  command: async () => (await import('./command.ts')).command,
  bus: async () => (await import('./bus.ts')).bus,
  physics: async () => (await import('./physics.ts')).physics,
  page: async () => (await import('./page.ts')).page,
};
