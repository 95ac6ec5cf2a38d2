/** Reads sites, one after the other. A large one takes a second, and may be hostile: whatever it makes this thread do, the hub goes on (site-reader.ts). */
import { buildingOf } from '../../core/buildings/building.ts';
import { readSite } from '../../core/maps/maps.ts';
import { serveOrders } from '../thread-orders.ts';
import type { SentSite, SiteReport } from './site-reader.ts';

function report({ document, pictures }: SentSite): SiteReport {
  const pictureOf = (file: string) => pictures.get(file);
  const { site, concerns } = readSite(document, { pictureOf });
  return site ? { kind: 'read', site, building: buildingOf(site, pictureOf), concerns } : { kind: 'wrong', concerns };
}

serveOrders(report);
