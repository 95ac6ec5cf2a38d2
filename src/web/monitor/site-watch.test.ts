import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileCard } from '../../core/api/http.ts';
import { planarPose } from '../../core/base/pose.ts';
import { SiteWatch } from './site-watch.ts';
import { SmallWorld } from './small-world.contract.ts';

const building = (name: string): string => JSON.stringify({ name, floors: [{ name: 'Ground floor', edl: 'LENGTH 900\nWIDTH 500\n' }] });

/** What a hub has of files, and whether it answers. */
class Shelf {
  text: string | undefined;
  isAway = false;
  read = 0;

  readonly files = async (): Promise<readonly FileCard[]> => {
    if (this.isAway) throw new Error('The hub cannot be reached');
    if (this.text === undefined) return [];
    const hash = createHash('sha256').update(this.text).digest('hex');
    return [{ hash, name: 'site.json', type: 'application/json', sizeBytes: 1, by: 'Mara', atMs: 0, url: '/x' }];
  };

  readonly file = async (): Promise<string> => {
    this.read++;
    return this.text ?? '';
  };
}

let shelf: Shelf;
let world: SmallWorld;
let watch: SiteWatch;

beforeEach(() => {
  vi.useFakeTimers();
  shelf = new Shelf();
  world = new SmallWorld();
});
afterEach(() => {
  watch[Symbol.dispose]();
  vi.useRealTimers();
});

async function start(): Promise<void> {
  watch = new SiteWatch({ files: shelf.files, text: shelf.file }, world.entities, ({ id }) => id.startsWith('site-'));
  await vi.advanceTimersByTimeAsync(1);
}

const shown = (): string => {
  const state = watch.state.get();
  return state.kind === 'ready' ? state.site.name : state.kind === 'failed' ? state.reason : state.kind;
};

describe('the building of a world', () => {
  it('[MN12] is read again when its walls have changed, and only then', async () => {
    shelf.text = building('Old');
    await start();
    expect(shown()).toBe('Old');
    shelf.text = building('New');
    world.add('pioneer', 'pioneer-3-dx', planarPose(0, 0, 0));
    await vi.advanceTimersByTimeAsync(5000);
    expect(shown()).toBe('Old');
    world.add('site-wall', 'wall', planarPose(0, 0, 0));
    await vi.advanceTimersByTimeAsync(5000);
    expect(shown()).toBe('New');
    await vi.advanceTimersByTimeAsync(100_000);
    expect(shelf.read).toBe(2);
  });

  it('[MN12] that nobody told of is found in the end', async () => {
    await start();
    expect(shown()).toBe('none');
    shelf.text = building('Shared by hand');
    await vi.advanceTimersByTimeAsync(25_000);
    expect(shown()).toBe('Shared by hand');
  });

  it('[MN12] is told with the reason when it cannot be read', async () => {
    shelf.text = '{"name": "Broken", "floors": [{"name": "Ground floor", "edl": "LENGTH"}]}';
    await start();
    expect(shown()).toMatch(/site\.json of this world is no building: /);
    shelf.isAway = true;
    shelf.text = undefined;
    watch[Symbol.dispose]();
    await start();
    expect(shown()).toBe('The hub cannot be reached');
    shelf.isAway = false;
    await vi.advanceTimersByTimeAsync(25_000);
    expect(shown()).toBe('none');
  });

  it('[MN12] stays while the hub does not answer', async () => {
    shelf.text = building('Old');
    await start();
    shelf.isAway = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toBe('Old');
  });
});
