import type { EntityDraft } from '../api/messages.ts';
import { contentHash } from './content.ts';

const LONGEST_WORD = 20;

/** The id of something that comes with a site: of its floor, what it is there, and all that it says. */
export const siteEntityId = (floor: string, part: string, draft: EntityDraft): string =>
  `site_${wordOf(floor)}_${wordOf(part)}_${contentHash(draft)}`;

/** Whether an entity came with a site: so it goes with it, too. */
export const isOfSite = (entity: string): boolean => /^site_[a-z0-9-]+_[a-z0-9-]+_[0-9a-f]{16}$/.test(entity);

const wordOf = (id: string): string => id.replaceAll('_', '-').slice(0, LONGEST_WORD);

/** The id of a model that was made for sites. */
export const siteModelId = (model: { readonly kind: string }): string => `site-${model.kind}-${contentHash(model)}`;

/** Whether a model was made for sites: when no site needs it, nobody does. */
export const isSiteModel = (model: string): boolean => /^site-[a-z]+-[0-9a-f]{16}$/.test(model);
