/** The same party with the client library alone: no author, no short way, no rules. */
import { connect } from '@nats-io/transport-node';
import { ageOf, LINE_SUBJECT, type OpenBusLine } from '../harness/bus-line.ts';

export const openRawLine: OpenBusLine = async (servers, label) => {
  const connection = await connect({ servers: [...servers], name: label, noEcho: true });
  return {
    publish: (payload) => connection.publish(LINE_SUBJECT, payload),
    subscribe: (handler) => {
      connection.subscribe(LINE_SUBJECT, { callback: (_error, { data }) => handler(data, ageOf(data)) });
    },
    reachServer: () => connection.flush(),
    [Symbol.asyncDispose]: () => connection.close(),
  };
};
