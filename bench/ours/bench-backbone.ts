/** A connection to NATS as a hub would have it, for one party of a bench. */
import { systemClock } from '../../src/platform/system-clock.ts';
import { NatsBackbone } from '../../src/transports/nats/nats.ts';
import { noteMishap } from '../harness/mishaps.ts';

export const joinBackbone = (servers: readonly string[], label: string): Promise<NatsBackbone> =>
  NatsBackbone.connect({ servers, space: 'bench', label, clock: systemClock, defer: queueMicrotask, report: noteMishap });
