/** The hub that is alone with the embedded bus. */
export const LONE_HUB = 'hub';

const PREFIX = `${LONE_HUB}-`;

/** Of one among several, by its name. */
export const hubId = (name: string): string => `${PREFIX}${name}`;
/** What people call it; the one that is alone has no name of its own. */
export const hubName = (hub: string): string => (hub === LONE_HUB ? LONE_HUB : hub.slice(PREFIX.length));

/** The id of a hub's own participant in a world. */
export const residentId = (hub: string, world: string): string => `${hub}-${world}`;

/** What only hubs and their residents are called: nobody else is let in under such an id. */
export const isOfHub = (id: string): boolean => id === LONE_HUB || id.startsWith(PREFIX);
