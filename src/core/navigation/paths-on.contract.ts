import { buildingOf } from '../buildings/building.ts';
import type { Place, Site } from '../maps/maps.ts';
import { collisionBodyOf, postured, support } from '../physics/physics.ts';
import { planningMapOf } from '../planners/floor-map.ts';
import { plannerNamed } from '../planners/planners.ts';
import type { Model } from '../robots/robots.ts';
import type { EntityDraft } from '../world/world.ts';
import { shaftOutline } from './landing.ts';
import type { PathAnswer, PathAsking, PathRequestDraft } from './path-service.ts';
import { routeAcross } from './route.ts';

/** The planner itself, without a host in between: on the walls of a site, with its doors open. */
export function pathsOn(site: Site): PathAsking & { readonly asked: PathRequestDraft[] } {
  const asked: PathRequestDraft[] = [];
  const planner = plannerNamed('lazy-visibility');
  const doors = buildingOf(site).entities.filter(({ model }) => model.kind === 'structure' && model.dofs.length > 0);
  const standing = new Map(
    site.floors.map(({ id, heightM }) => [
      id,
      [
        ...doors.filter(({ draft }) => draft.initial.pose.z === heightM).flatMap(({ draft, model }) => rectanglesOf(draft, model)),
        ...site.elevators.flatMap(({ facingRad, stops }) =>
          stops.filter(({ floor }) => floor === id).map(({ at }) => shaftOutline(at, facingRad)),
        ),
      ],
    ]),
  );
  const ask = (request: PathRequestDraft): PathAnswer => {
    asked.push(request);
    const { start, goal, radiusM, seed = 1, avoid = [] } = request;
    const plan = (floor: string | undefined, from: Place, to: Place) => {
      const { id, plan: floorPlan } = site.floors.find((known) => known.id === floor) ?? (site.floors[0] as Site['floors'][number]);
      const others = avoid
        .filter((disc) => disc.floor === undefined || disc.floor === floor)
        .map(({ x, y, radiusM: discM }) => discAt(x, y, discM));
      const map = planningMapOf(floorPlan, { obstacles: [...(standing.get(id) ?? []), ...others] });
      return planner.plan({ map, from, to, radiusM, seed });
    };
    const isOnFloors = start.floor !== undefined;
    const route = routeAcross({ site: isOnFloors ? site : undefined, start, goal, radiusM, plan });
    return route.kind === 'refused' ? route : { ...route, planner: planner.name, ms: 0 };
  };
  return { asked, ask: (request) => Promise.resolve(ask(request)) };
}

/** A door's frame and its open leaf, all square to the walls, from above. */
function rectanglesOf({ initial: { pose, values } }: EntityDraft, model: Model): Place[][] {
  const pieces = postured(collisionBodyOf(model), pose, values).links.flat();
  return pieces.map((piece) => {
    const { radiusM } = piece.convex;
    const reach = (x: number, y: number) => {
      const [atX, atY] = support(piece, [x, y, 0]);
      return atX * x + atY * y + radiusM;
    };
    const [highX, lowX, highY, lowY] = [reach(1, 0), -reach(-1, 0), reach(0, 1), -reach(0, -1)];
    return [
      [lowX, lowY],
      [highX, lowY],
      [highX, highY],
      [lowX, highY],
    ];
  });
}

const SIDES = 12;

/** Drawn outside of the circle: never smaller. */
function discAt(x: number, y: number, radiusM: number): Place[] {
  const reachM = radiusM / Math.cos(Math.PI / SIDES);
  return Array.from({ length: SIDES }, (_, index) => {
    const angle = (2 * Math.PI * index) / SIDES;
    return [x + reachM * Math.cos(angle), y + reachM * Math.sin(angle)] as const;
  });
}
