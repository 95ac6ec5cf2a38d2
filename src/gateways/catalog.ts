import type { Gateway, GatewayPorts } from './gateway.ts';
import type { LineGatewayOptions } from './line/limits.ts';

/** Every protocol that is served, each loaded when it is asked for. */
export const GATEWAYS = {
  line: {
    summary: 'lines of text, for microcontrollers, scripts and nc, over TCP or a serial line',
    make: async (ports: GatewayPorts, options: LineGatewayOptions): Promise<Gateway> =>
      new (await import('./line/line.ts')).LineGateway(ports, options),
  },
} as const;
