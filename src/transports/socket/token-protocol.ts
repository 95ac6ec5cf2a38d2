/**
 * A page cannot give a WebSocket headers of its own, and an address ends up in logs: so a session's token travels as one of the subprotocols that a
 * client offers. The door chooses the first, which says nothing.
 */
const SPOKEN = 'manyhands';
const TOKEN = 'token.';

/** What a client offers. Nothing at all without a token. */
export const protocolsWith = (token: string | undefined): string[] => (token === undefined ? [] : [SPOKEN, `${TOKEN}${token}`]);

/** The token in the header `Sec-WebSocket-Protocol`. */
export const tokenIn = (header: string | undefined): string | undefined =>
  header
    ?.split(',')
    .map((offered) => offered.trim())
    .find((offered) => offered.startsWith(TOKEN))
    ?.slice(TOKEN.length);
