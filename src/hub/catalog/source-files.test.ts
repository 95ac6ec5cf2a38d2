import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { importBody } from '../../formats/formats.ts';
import { sourcesFrom } from './source-files.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe('files that others name', () => {
  it('come along with a VRML scene, and those that they name too', async () => {
    const folder = folderWith({
      'scene.wrl': '#VRML V2.0 utf8\nInline { url [ "gone.wrl" "parts/ball.wrl" ] }',
      'parts/ball.wrl': '#VRML V2.0 utf8\nEXTERNPROTO Ball [] "../lib/protos.wrl#Ball" Ball {} Inline { url "../scene.wrl2" }',
      'lib/protos.wrl': '#VRML V2.0 utf8\nPROTO Ball [] { Shape { geometry Sphere {} } }',
      'other.wrl': '#VRML V2.0 utf8\n',
    });
    const [source] = await sourcesFrom([join(folder, 'scene.wrl')]);
    expect([...(source?.files.keys() ?? [])].map((path) => path.split('/').at(-1)).toSorted()).toEqual([
      'ball.wrl',
      'protos.wrl',
      'scene.wrl',
    ]);
    expect(source?.main).toMatch(/scene\.wrl$/);
    const { model } = await importBody(source?.files ?? new Map(), { main: source?.main });
    expect(model.links[0]?.parts).toHaveLength(1);
  });
});
