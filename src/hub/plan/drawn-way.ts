import type { Place, Site } from '../../core/maps/maps.ts';
import type { DriveLeg, PathAnswer, PathRequest } from '../../core/navigation/path-service.ts';
import { type DrawnPath, drawPath, stacked } from '../../formats/maps/path-drawing.ts';

type Answer = Exclude<PathAnswer, { kind: 'refused' }>;

/** The floors that a way leads over, or that somebody looked for one on, the highest above. */
export function drawWay(site: Site, request: PathRequest, answer: Answer): string {
  const roadmaps = answer.roadmaps ?? [];
  const legs = answer.kind === 'path' ? answer.legs.filter((leg): leg is DriveLeg => leg.kind === 'drive') : [];
  const concerned = new Set([request.start.floor, ...legs.map(({ floor }) => floor), ...roadmaps.map(({ floor }) => floor)]);
  const floors = site.floors.filter(({ id }) => concerned.has(id)).toReversed();
  const pictures = floors.map(({ id, name, plan }) => {
    const title = `${site.floors.length === 1 ? site.name : `${site.name}, ${name}`}: ${answer.planner}${answer.kind === 'path' ? '' : `, ${answer.kind}`}`;
    return drawPath(plan, title, drawnOn(id, { site, request, answer, legs }));
  });
  return stacked(pictures);
}

interface Way {
  readonly site: Site;
  readonly request: PathRequest;
  readonly answer: Answer;
  readonly legs: readonly DriveLeg[];
}

function drawnOn(floor: string, { site, request, answer, legs }: Way): DrawnPath {
  const here = (answer.roadmaps ?? []).filter((roadmap) => roadmap.floor === floor);
  const nodes = here.flatMap((roadmap) => roadmap.nodes);
  // Several stretches on one floor have a roadmap each.
  const edges = here.flatMap((roadmap, index) => {
    const first = here.slice(0, index).reduce((sum, before) => sum + before.nodes.length, 0);
    return roadmap.edges.map(([a, b]) => [a + first, b + first] as const);
  });
  const goal = 'node' in request.goal ? site.topology.nodes.find(({ id }) => id === (request.goal as { node: string }).node) : undefined;
  const end =
    'node' in request.goal
      ? goal && { floor: goal.floor, at: goal.at }
      : { floor: request.goal.floor, at: [request.goal.x, request.goal.y] as Place };
  return {
    roadmap: { nodes, edges },
    points: legs.filter((leg) => leg.floor === floor).flatMap(({ points }) => points),
    radiusM: request.radiusM,
    ends: [
      ...(request.start.floor === floor ? [{ at: [request.start.x, request.start.y] as Place, name: 'start' }] : []),
      ...ridesOn(floor, site, answer),
      ...(end?.floor === floor ? [{ at: end.at, name: goal?.name ?? 'goal' }] : []),
    ],
  };
}

/** Where one gets in or out. */
function ridesOn(floor: string, { elevators }: Site, answer: Answer): DrawnPath['ends'] {
  const rides = answer.kind === 'path' ? answer.legs.filter((leg) => leg.kind === 'ride') : [];
  return rides
    .filter(({ from, to }) => from === floor || to === floor)
    .map(({ at, elevator }) => ({ at, name: elevators.find(({ id }) => id === elevator)?.name ?? elevator }));
}
