import { describe, expect, it } from 'vitest';
import { boundsOf, decodeMesh } from '../geometry/mesh.ts';
import { pngHeader } from '../geometry/pictures.contract.ts';
import { fig8 } from '../maps/maps.contract.ts';
import { readSite } from '../maps/maps.ts';
import { meshesOf, modelSchema } from '../robots/robots.ts';
import { type Building, buildingOf, type PictureOf } from './buildings.ts';

function building(edl: string, pictureOf: PictureOf): Building {
  const { site } = readSite(JSON.stringify({ name: 'House', floors: [{ name: 'Ground floor', edl }] }));
  return buildingOf(site ?? expect.fail('there is no site'), pictureOf);
}

describe('notices with pictures', () => {
  const text = `${fig8}\n8 NOTICE: x= 400 y= 300 theta= 180 height= 180 file= wide.png\n9 NOTICE: x= 500 y= 200 theta= 0 height= 40 file= wide.png\n10 NOTICE: x= 500 y= 100 height= 40 file= none.png`;
  const wide = pngHeader(200, 100);
  const pictured = building(text, (file) => (file === 'wide.png' ? wide : undefined));
  const notices = ({ entities }: Building) => entities.filter(({ id }) => id.includes('_notice-'));

  it('[A11] shows them on the plates, upright and in their proportions, and else the name', () => {
    const [first, second, third] = notices(pictured);
    expect(first?.model).toBe(second?.model);
    expect(meshesOf(third?.model ?? expect.fail('a notice is missing')).size).toBe(0);
    expect(third?.draft.name).toBe('none');
    const part = first?.model.links[0]?.parts.find(({ shape }) => shape.kind === 'mesh') ?? expect.fail('there is no picture');
    const bytes = pictured.meshes.get(part.shape.kind === 'mesh' ? part.shape.mesh : '') ?? expect.fail('the picture is not given');
    const { positions, print } = decodeMesh(bytes);
    expect(print?.picture).toEqual(wide);
    expect(boundsOf({ positions })).toMatchObject({ low: [0, expect.closeTo(-0.135), expect.closeTo(-0.0675)] });
    // Who looks at it, against x, has y to the right: there the picture ends; it begins at the top.
    for (let vertex = 0; vertex < 4; vertex++) {
      expect(print?.places[2 * vertex]).toBe((positions[3 * vertex + 1] ?? 0) > 0 ? 1 : 0);
      expect(print?.places[2 * vertex + 1]).toBe((positions[3 * vertex + 2] ?? 0) > 0 ? 0 : 1);
    }
    // Lower than a square plate, it may hang higher.
    expect(first?.draft.initial.pose.z).toBeCloseTo(1 - 0.165 / 2 - 0.03, 6);
    expect(pictured.models.every((model) => modelSchema.safeParse(model).success)).toBe(true);
    expect(pictured.meshes.size).toBe(1);
  });

  it('[A12] have other ids when the picture is another, and only they', () => {
    const other = building(text, (file) => (file === 'wide.png' ? new Uint8Array([...wide, 1]) : undefined));
    const ids = ({ entities }: Building) => entities.map(({ id }) => id);
    const changed = ids(pictured).filter((id) => !ids(other).includes(id));
    expect(changed.map((id) => id.split('_')[2])).toEqual(['notice-8', 'notice-9']);
    expect(ids(pictured)).toEqual(ids(building(text, (file) => (file === 'wide.png' ? wide.slice() : undefined))));
  });
});
