import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Where the build puts the page. Sources and compiled files lie equally deep below it. */
export const PAGE_FOLDER: string = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** Only what this hub itself serves runs on the page. Styles may be inline: the page's widgets write their own. */
const policy = (otherHubs: readonly string[]): string =>
  [
    "default-src 'none'",
    // The engine of rigid bodies is WebAssembly.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    // When this hub is lost the page goes on at another one.
    ["connect-src 'self'", ...otherHubs.flatMap((hub) => [hub, hub.replace(/^http/, 'ws')])].join(' '),
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Manyhands</title></head>
<body><h1>The page is not built yet</h1><p>Run <code>npm run build</code> and start the hub again. The hub itself is running: <code>bin/manyhands join</code> works.</p></body></html>
`;

/** Serves the page: what has a hash in its name for ever, all else checked each time. */
export function servePage(http: FastifyInstance, folder: string, otherHubs: () => readonly string[]): void {
  if (!existsSync(folder)) {
    const explain = (reply: FastifyReply) => reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
    for (const path of PAGES) http.get(path, (_, reply) => explain(reply));
    return;
  }
  void http.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header('cache-control', cachingOf(path.slice(folder.length)));
      // However it is asked for: by its own name, or by one of the pages' addresses.
      if (/\.html(\.\w+)?$/.test(path)) response.header('content-security-policy', policy(otherHubs()));
    },
  });
  for (const path of PAGES) http.get(path, (_, reply) => reply.sendFile('index.html'));
}

/** Each is the same page, which reads its own address: the lobby, a world, a join link. */
const PAGES = ['/', '/w/*', '/j'];

/** The build names what it puts into `assets` by its content. */
const cachingOf = (path: string): string => (path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
