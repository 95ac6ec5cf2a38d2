/** three-mesh-bvh's `raycastFirst`: one mesh of all that stands, one of all robots, which is refitted as they move. Faces seen from inside are culled, so that no robot sees itself. */
import { BufferAttribute, BufferGeometry, FrontSide, Ray, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { beamAngles, serveCaster } from '../harness/laser-run.ts';
import { type Polygon, RANGE_M, ROBOTS } from '../harness/laser-scene.ts';

const HALF_HEIGHT_M = 0.5;
/** A tree that is only refitted gets worse as what is in it wanders: after so many ticks it is built anew. */
const REBUILD_TICKS = 20;

await serveCaster(({ polygons, robot: outline }) => {
  const standing = new MeshBVH(geometryOf(polygons));
  const walls = wallsOf(outline);
  const robots = new BufferGeometry();
  const positions = new Float32Array(ROBOTS * walls.length);
  robots.setAttribute('position', new BufferAttribute(positions, 3));
  let wandering: MeshBVH | undefined;
  let ticks = 0;
  const ray = new Ray(new Vector3(), new Vector3());
  const angles = beamAngles();
  return {
    move: (poses) => {
      for (let robot = 0; robot < ROBOTS; robot++) {
        const [x = 0, y = 0, yaw = 0] = poses.subarray(3 * robot, 3 * robot + 3);
        const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
        for (let at = 0; at < walls.length; at += 3) {
          const [px = 0, py = 0, pz = 0] = [walls[at], walls[at + 1], walls[at + 2]];
          const place = robot * walls.length + at;
          positions[place] = x + cos * px - sin * py;
          positions[place + 1] = y + sin * px + cos * py;
          positions[place + 2] = pz;
        }
      }
      if (!wandering || ticks++ % REBUILD_TICKS === 0) {
        robots.setIndex(null);
        wandering = new MeshBVH(robots, { indirect: true });
      } else wandering.refit();
    },
    scan: (robot, poses, lengthsM) => {
      const [x = 0, y = 0, yaw = 0] = poses.subarray(3 * robot, 3 * robot + 3);
      ray.origin.set(x, y, 0);
      angles.forEach((angle, beam) => {
        ray.direction.set(Math.cos(yaw + angle), Math.sin(yaw + angle), 0);
        const stood = standing.raycastFirst(ray, FrontSide, 0, RANGE_M)?.distance ?? RANGE_M;
        lengthsM[beam] = wandering?.raycastFirst(ray, FrontSide, 0, stood)?.distance ?? stood;
      });
    },
  };
});

function geometryOf(polygons: readonly Polygon[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(polygons.flatMap(wallsOf)), 3));
  return geometry;
}

/** The sides of a prism as triangles, seen from outside. */
function wallsOf(polygon: Polygon): number[] {
  const walls: number[] = [];
  for (let at = 0; at < polygon.length; at += 2) {
    const next = (at + 2) % polygon.length;
    const [x, y, toX, toY] = [polygon[at] ?? 0, polygon[at + 1] ?? 0, polygon[next] ?? 0, polygon[next + 1] ?? 0];
    const [low, high] = [-HALF_HEIGHT_M, HALF_HEIGHT_M];
    walls.push(x, y, low, toX, toY, low, toX, toY, high, x, y, low, toX, toY, high, x, y, high);
  }
  return walls;
}
