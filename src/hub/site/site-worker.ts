/** Reads sites, one after the other. A large one takes a second, and may be hostile: whatever it makes this thread do, the hub goes on (site-reader.ts). */
import { parentPort } from 'node:worker_threads';
import { buildingOf } from '../../core/buildings/building.ts';
import { readSite } from '../../core/maps/maps.ts';
import type { SiteReport } from './site-reader.ts';

function report(document: string): SiteReport {
  const { site, concerns } = readSite(document);
  return site ? { kind: 'read', site, building: buildingOf(site), concerns } : { kind: 'wrong', concerns };
}

parentPort?.on('message', (document: string) => parentPort?.postMessage(report(document)));
