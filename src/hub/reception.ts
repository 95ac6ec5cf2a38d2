import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Door } from '../transports/socket/door.ts';
import { peerOf } from '../transports/socket/peer.ts';
import { tokenIn } from '../transports/socket/token-protocol.ts';
import type { HubGatekeeper } from './gatekeeper.ts';

/** Where the door is: the hello says again which world. */
const WORLD_PATH = /^\/v1\/worlds\/([a-z0-9_-]+)(\?|$)/;

type OnUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

/** A WebSocket waits here until what it shows is checked and its world is open; then the door answers. */
export function takeIn(gatekeeper: HubGatekeeper, door: Door, report: (error: unknown) => void): OnUpgrade {
  return (request, stream, head) => {
    const world = WORLD_PATH.exec(request.url ?? '')?.[1];
    if (world === undefined) {
      stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    const peer = peerOf(request);
    // One that breaks off meanwhile is nobody's error.
    stream.on('error', () => stream.destroy());
    gatekeeper.prepare({ world, token: tokenIn(request.headers['sec-websocket-protocol']), peer }).then(
      () => door.accept(request, stream, head),
      (error: unknown) => {
        report(error);
        stream.destroy();
      },
    );
  };
}
