import { describe, expect, it } from 'vitest';
import { type ExperimentFigure, experimentPicture } from '../../bench/pictures/experiment-picture.ts';
import { SimulatedSite } from '../../bench/scale/simulated-site.ts';
import { trafficOf } from '../../bench/scale/traffic-model.ts';

describe('docs/scale.md', () => {
  it('counts the messages that the core sends, here for sixty participants', { timeout: 60_000 }, async () => {
    const { site, published, heard, delivered } = await SimulatedSite.run({ hubs: 3, participants: 60 });
    const traffic = trafficOf(site);
    const isNear = (found: number, predicted: number) => {
      expect(found / predicted).toBeGreaterThan(0.9);
      expect(found / predicted).toBeLessThan(1.1);
    };
    isNear(published.beat.messages, traffic.published.beat);
    isNear(published.inventory.messages, traffic.published.inventory);
    isNear(published.clock.messages, traffic.published.clock);
    isNear(heard.state.messages / site.hubs, traffic.heardByHub.state);
    isNear(heard.inventory.messages / site.hubs, traffic.heardByHub.inventory);
    isNear(delivered.state.messages / site.participants, traffic.toEach.state);
    isNear(delivered.inventory.messages / site.participants, traffic.toEach.inventory);
    isNear(delivered.beat.bytes / site.participants, traffic.beatBytesToEach);
    // At rest and in motion alike: nobody asks anything of the records.
    expect([published.record.messages, published.other.messages]).toEqual([0, 0]);
  });

  it('has a plot of what was measured, every point of it where it belongs, beside what the paper says', () => {
    const figure = {
      cpuPercent: 3,
      memoryMb: 160,
      commandP50Ms: 2,
      commandP99Ms: 5,
      commandMostMs: 9,
      floorP50Ms: 1,
      floorP99Ms: 4,
      floorMostMs: 6,
      lost: 0,
    };
    const figures: ExperimentFigure[] = [3, 5, 50].map((clients) => ({ ...figure, clients, cpuMostPercent: clients }));
    const picture = experimentPicture(figures);
    expect(picture).toContain(`Measured: ${JSON.stringify(figures)}`);
    // Three panels: two lines, one, and three, of three points each.
    expect(picture.match(/<circle /g)).toHaveLength(3 * (2 + 1 + 3));
    for (const said of ['26.57 %', '43.9 %', '63 MB', 'under 100 ms']) expect(picture).toContain(said);
    // Of the panel for the processor, 0 to 60 %: the last point of its second line is at 50 of 60.
    const heights = [...picture.matchAll(/<circle cx="[^"]+" cy="([^"]+)"/g)].map(([, y]) => Number(y));
    expect(heights[5]).toBeCloseTo(250 - (50 / 60) * 220, 0);
  });
});
