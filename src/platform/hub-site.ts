import type { SiteShelf, SiteText } from '../core/knowledge/knowledge.ts';

export interface HubSite {
  /** `http://host:port`. */
  readonly hub: string;
  readonly world: string;
  readonly token: string | undefined;
}

const PATIENCE_MS = 5000;

/** The hub whose door this is: `ws://host:port/v1/worlds/demo`. */
export const hubOfDoor = (url: string): string => new URL(url.replace(/^ws/, 'http')).origin;

/** The document of a world's building, from its hub; what has not changed is not sent again. */
export function hubSite({ hub, world, token }: HubSite): SiteShelf {
  let known: SiteText | undefined;
  return async () => {
    const response = await fetch(`${hub}/api/v1/worlds/${world}/site`, {
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...(known && { 'if-none-match': known.tag }) },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status === 304) return known;
    if (!response.ok) throw new Error(`${hub} does not tell the building of ${world}: it answered ${response.status}`);
    const document = response.status === 204 ? undefined : await response.text();
    known = document === undefined ? undefined : { document, tag: response.headers.get('etag') ?? document };
    return known;
  };
}
