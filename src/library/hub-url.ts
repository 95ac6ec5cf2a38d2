import { isId } from '../core/base/ids.ts';

export const DEFAULT_WORLD = 'demo';
export const DEFAULT_PORT = 7330;

/** Where a world is: `url` is the WebSocket's, `hub` that of the hub's HTTP side. */
export type WorldAddress =
  | {
      readonly kind: 'address';
      readonly url: string;
      readonly world: string;
      readonly hub: string;
      /** `assumed`: neither the address nor the caller named a world. */
      readonly worldIs: 'named' | 'assumed';
      /** Of a join link: what stands behind its `#`. */
      readonly link: string | undefined;
    }
  | { readonly kind: 'wrong'; readonly reason: string };

/** What a join link looks like before its `#`. */
const JOIN_PATH = '/j';
const SCHEMES_OF_HTTP: Readonly<Record<string, string>> = { 'ws:': 'http:', 'wss:': 'https:' };
const SCHEMES: Readonly<Record<string, string>> = { 'http:': 'ws:', 'https:': 'wss:', 'ws:': 'ws:', 'wss:': 'wss:' };
const EXAMPLE = `http://127.0.0.1:${DEFAULT_PORT}/${DEFAULT_WORLD}`;

/**
 * The address of a world, from what people have at hand: `127.0.0.1:7330`, `http://host:port`, `http://host:port/world`,
 * `ws://host:port/v1/worlds/world`, or a join link, `https://host:port/j#...`. `world` says which one where the address does not.
 */
export function normaliseUrl(text: string, world?: string): WorldAddress {
  const typed = text.trim();
  const whole = /^[a-z]+:\/\//i.test(typed) ? typed : `http://${typed}`;
  if (!URL.canParse(whole)) return wrong(`"${text}" is no address`);
  const { protocol, host, pathname, username, password, hash } = new URL(whole);
  const scheme = SCHEMES[protocol];
  if (scheme === undefined || host === '') return wrong(`"${text}" is no address of a hub`);
  if (username !== '' || password !== '') return wrong(`"${text}" carries a password, which hubs do not take`);
  const link = pathname === JOIN_PATH && hash.length > 1 ? hash.slice(1) : undefined;
  const path = link === undefined ? pathname.replace(/^\/(v1\/worlds\/|w\/)?/, '').replace(/\/$/, '') : '';
  if (path !== '' && world !== undefined && path !== world) return wrong(`the address is of world ${path}, but ${world} was asked for`);
  const name = path === '' ? (world ?? DEFAULT_WORLD) : path;
  if (!isId(name)) return wrong(`"${name}" does not name a world: use 1 to 64 of a-z, 0-9, _ and -`);
  const worldIs = path === '' && world === undefined ? 'assumed' : 'named';
  return {
    kind: 'address',
    url: socketUrl(`${scheme}//${host}`, name),
    world: name,
    hub: `${SCHEMES_OF_HTTP[scheme]}//${host}`,
    worldIs,
    link,
  };
}

/** Where a world of a hub takes WebSockets. */
export const socketUrl = (hub: string, world: string): string => `${hub.replace(/^http/, 'ws')}/v1/worlds/${world}`;

const wrong = (what: string): WorldAddress => ({ kind: 'wrong', reason: `${what}; an address looks like ${EXAMPLE}` });
