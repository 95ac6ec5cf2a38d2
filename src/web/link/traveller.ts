import type { Journey, JourneyProgress } from '../../core/navigation/journey.ts';
import { Navigator, type NavigatorPorts } from '../../core/navigation/navigator.ts';
import { type Leg, type PathAnswer, type PathHostWord, type PathRequestDraft, PathService } from '../../core/navigation/path-service.ts';
import type { Participant } from '../../core/world/world.ts';
import { wordsOf } from './journey-words.ts';
import type { JourneyInfo, PlanChoice, TravelGoal } from './travel-link.ts';

export type TravellerPorts = Omit<NavigatorPorts, 'paths'>;

interface Sent {
  readonly journey: Journey;
  readonly goal: TravelGoal;
  readonly planner: string | undefined;
}

/** Beyond it only the newest ended journeys are told. */
const MOST_TOLD = 50;
/** Robots go calmly about: what is left takes about so long. */
const CALM_M_PER_S = 0.5;
const RIDE_MS = 25_000;

/** Ways that the page asks for, and robots that it sends along them. Who never asks listens to nobody. */
export class Traveller implements Disposable {
  readonly #participant: Participant;
  readonly #ports: TravellerPorts;
  readonly #sent = new Map<string, Sent>();
  #service: PathService | undefined;
  #navigator: Navigator | undefined;

  constructor(participant: Participant, ports: TravellerPorts) {
    this.#participant = participant;
    this.#ports = ports;
  }

  planners(): Promise<PathHostWord['planners']> {
    return this.#paths.planners();
  }

  plan(request: PathRequestDraft): Promise<PathAnswer> {
    return this.#paths.ask(request);
  }

  /** Throws when it is no robot that goes anywhere. */
  go(robot: string, goal: TravelGoal, { planner, seed }: PlanChoice): void {
    const to = 'node' in goal ? goal : { x: goal.x, y: goal.y, ...definedOf({ floor: goal.floor, headingRad: goal.headingRad }) };
    const journey = this.navigator.sendTo(robot, to, { ...definedOf({ planner }), seed });
    this.#sent.delete(robot);
    this.#sent.set(robot, { journey, goal, planner });
    for (const [id, sent] of this.#sent) if (this.#sent.size > MOST_TOLD && sent.journey.hasEnded) this.#sent.delete(id);
  }

  /** Resolves when it stands. One that has ended is forgotten. */
  async cancel(robot: string): Promise<void> {
    const sent = this.#sent.get(robot);
    if (sent?.journey.hasEnded) this.#sent.delete(robot);
    else await sent?.journey.cancel('cancelled');
  }

  /** All that were sent, as they are now. */
  get journeys(): JourneyInfo[] {
    return [...this.#sent].map(([robot, sent]) => infoOf(robot, sent));
  }

  /** Where robots that were sent are, and will come by: what they may meet must be known here. */
  get floors(): string[] {
    const under = [...this.#sent].filter(([, { journey }]) => !journey.hasEnded);
    return under.flatMap(([robot, { journey }]) => {
      const passed = (journey.progress.route?.legs ?? []).flatMap((leg) => (leg.kind === 'drive' ? [leg.floor] : [leg.from, leg.to]));
      return [this.#participant.entity(robot)?.floor, ...passed].filter((floor) => floor !== undefined);
    });
  }

  [Symbol.dispose](): void {
    this.#navigator?.[Symbol.dispose]();
    this.#service?.[Symbol.dispose]();
  }

  get navigator(): Navigator {
    this.#navigator ??= new Navigator(this.#participant, { ...this.#ports, paths: this.#paths });
    return this.#navigator;
  }

  get #paths(): PathService {
    this.#service ??= new PathService(this.#participant.world, this.#ports);
    return this.#service;
  }
}

function infoOf(robot: string, { journey, goal, planner }: Sent): JourneyInfo {
  const { progress } = journey;
  return {
    ...{ robot, state: wordsOf(progress), legs: legsLeft(progress), planner: progress.route?.planner ?? planner },
    goal,
    remainingM: progress.remainingM,
    remainingMs: progress.route && remainingMs(progress),
  };
}

/** From where the robot is, and all legs that come after. */
function legsLeft({ route, leg, points, floor }: JourneyProgress): Leg[] {
  const later = route?.legs.slice(leg + 1) ?? [];
  const now = route?.legs[leg];
  if (now?.kind === 'ride' || points.length === 0) return now ? [now, ...later] : later;
  return [{ kind: 'drive', ...definedOf({ floor }), points, lengthM: 0 }, ...later];
}

const remainingMs = ({ remainingM, route, leg }: JourneyProgress): number =>
  (1000 * remainingM) / CALM_M_PER_S + RIDE_MS * (route?.legs.slice(leg).filter(({ kind }) => kind === 'ride').length ?? 0);

/** Without what is undefined. */
const definedOf = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };
