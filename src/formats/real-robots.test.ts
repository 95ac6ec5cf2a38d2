import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkPoses } from '../core/robots/kinematics.ts';
import type { Model } from '../core/robots/model.ts';
import { exportBody, importBody } from './formats.ts';

/** Files that nobody here made: Debian's packages of examples. `npm test` installs them. */
const filesOfPackage = (name: string): string[] => execFileSync('dpkg', ['-L', name], { encoding: 'utf8' }).split('\n');

function folderOf(urdf: string, files: readonly string[]): Map<string, Uint8Array> {
  const folder = dirname(urdf);
  const inside = files.filter((path) => path.startsWith(`${folder}/`) && /\.(urdf|stl|dae|obj)$/i.test(path));
  return new Map(inside.map((path) => [relative(folder, path), readFileSync(path)]));
}

/** How many of its joints move a link when they alone are moved. */
function movingJoints(model: Model): number {
  const home = model.dofs.map((dof) => dof.home);
  const rest = JSON.stringify(linkPoses(model, home));
  return model.dofs.filter(
    (dof, i) =>
      JSON.stringify(linkPoses(model, home.with(i, dof.home === dof.high ? dof.low : Math.min(dof.high, dof.home + 0.1)))) !== rest,
  ).length;
}

describe('robots that others made', () => {
  it.each([
    { file: 'KR5 sixx R650.urdf', joints: 6, meshes: 7, kind: 'arm' },
    { file: 'wam.urdf', joints: 7, meshes: 8, kind: 'arm' },
    { file: 'drchubo.urdf', joints: 51, meshes: 37, kind: 'legged' },
    { file: 'atlas_v3_no_head.urdf', joints: 27, meshes: 31, kind: 'legged' },
  ])(
    '[F8] [F10] [F14] [F20] $file of dart-doc: every mesh is there and every joint moves, also after an export',
    async ({ file, joints, meshes, kind }) => {
      const files = filesOfPackage('dart-doc');
      const urdf = files.find((path) => path.endsWith(`/${file}`));
      expect(urdf).toBeDefined();
      const body = await importBody(folderOf(urdf ?? '', files), { main: file });
      expect(body.problems).toEqual([]);
      expect(body.model.kind).toBe(kind);
      expect(body.model.dofs).toHaveLength(joints);
      expect(body.meshes.size).toBe(meshes);
      expect(movingJoints(body.model)).toBe(joints);
      const again = await importBody(await exportBody(body.model, body.meshes));
      expect(movingJoints(again.model)).toBe(joints);
      expect(again.model.extent.radiusM).toBeCloseTo(body.model.extent.radiusM, 4);
      expect(again.model.extent.heightM).toBeCloseTo(body.model.extent.heightM, 4);
    },
  );

  it('[F6] [F12] scenes of whitedune-docs: each is shown, or refused with a reason', async () => {
    const scenes = filesOfPackage('whitedune-docs').filter((path) => /\.wrl(\.gz)?$/.test(path));
    expect(scenes.length).toBeGreaterThan(100);
    const refused: string[] = [];
    let triangles = 0;
    for (const scene of scenes) {
      const folder = dirname(scene);
      const beside = scenes.filter((path) => dirname(path) === folder);
      const files = new Map(beside.map((path) => [path.split('/').at(-1) ?? '', readFileSync(path)]));
      const parts = await importBody(files, { main: scene.split('/').at(-1) }).then(
        ({ model }) => model.links[0]?.parts ?? [],
        (thrown: Error) => void refused.push(thrown.message),
      );
      for (const { shape } of parts ?? []) triangles += shape.kind === 'mesh' ? shape.triangles : 0;
    }
    // Half of them only define prototypes; others have lines, texts, or what a script makes. Nothing else may be in the way.
    // One has a text that ends too early, and is refused where it does.
    expect(refused.filter((message) => !/has no surface that could be shown|^CADGeometryPROTO.wrl.gz:201:/.test(message))).toEqual([]);
    expect(refused.filter((message) => message.includes('only defines prototypes')).length).toBeGreaterThan(70);
    expect(scenes.length - refused.length).toBeGreaterThan(60);
    expect(triangles).toBeGreaterThan(10_000);
  });
});
