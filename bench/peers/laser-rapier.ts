/** Rapier's `castRay`: polygons are fixed prisms, robots kinematic ones; each robot's own body is left out by a filter. */
import rapier from '@dimforge/rapier3d-simd-compat';
import { beamAngles, serveCaster } from '../harness/laser-run.ts';
import { type Polygon, RANGE_M, ROBOTS } from '../harness/laser-scene.ts';

const HALF_HEIGHT_M = 0.5;

await serveCaster(async ({ polygons, robot: outline }) => {
  await rapier.init();
  const world = new rapier.World({ x: 0, y: 0, z: 0 });
  for (const polygon of polygons) world.createCollider(prismOf(polygon), world.createRigidBody(rapier.RigidBodyDesc.fixed()));
  const bodies = Array.from({ length: ROBOTS }, () => {
    const body = world.createRigidBody(rapier.RigidBodyDesc.kinematicPositionBased());
    world.createCollider(prismOf(outline), body);
    return body;
  });
  const ray = new rapier.Ray({ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 });
  const angles = beamAngles();
  return {
    move: (poses) => {
      bodies.forEach((body, robot) => {
        const yaw = poses[3 * robot + 2] as number;
        body.setTranslation({ x: poses[3 * robot] as number, y: poses[3 * robot + 1] as number, z: 0 }, true);
        body.setRotation({ x: 0, y: 0, z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) }, true);
      });
      // So that rays find them there.
      world.step();
    },
    scan: (robot, poses, lengthsM) => {
      const yaw = poses[3 * robot + 2] as number;
      const own = bodies[robot];
      ray.origin.x = poses[3 * robot] as number;
      ray.origin.y = poses[3 * robot + 1] as number;
      angles.forEach((angle, beam) => {
        ray.dir.x = Math.cos(yaw + angle);
        ray.dir.y = Math.sin(yaw + angle);
        const hit = world.castRay(ray, RANGE_M, true, undefined, undefined, undefined, own);
        lengthsM[beam] = hit?.timeOfImpact ?? RANGE_M;
      });
    },
  };
});

function prismOf(polygon: Polygon): rapier.ColliderDesc {
  const points: number[] = [];
  for (let at = 0; at < polygon.length; at += 2)
    points.push(polygon[at] ?? 0, polygon[at + 1] ?? 0, -HALF_HEIGHT_M, polygon[at] ?? 0, polygon[at + 1] ?? 0, HALF_HEIGHT_M);
  const prism = rapier.ColliderDesc.convexHull(Float32Array.from(points));
  if (!prism) throw new Error('a polygon has no hull');
  return prism;
}
