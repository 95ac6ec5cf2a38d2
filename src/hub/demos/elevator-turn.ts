import { type Clock, every } from '../../core/base/clock.ts';
import { RENEW_MS, type Ways } from '../../core/navigation/ways.ts';
import { InterruptedError, type Shift } from './shift.ts';

export interface WaitsForElevator {
  /** The id of the elevator in the site. */
  readonly elevator: string;
  readonly entity: string;
}

/** Where robots wait for elevators, as all know it who send robots about. */
export interface Queueing {
  readonly ways: Ways;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/** Somebody may be in it for minutes. */
const PATIENCE_MS = 180_000;

/** A turn with an elevator, in line with everybody whose robots ride: it is given back when it is disposed of. */
export class ElevatorTurn implements AsyncDisposable {
  readonly #queueing: Queueing;
  readonly #waits: WaitsForElevator;
  readonly #renewing: Disposable;

  private constructor(waits: WaitsForElevator, holder: string, queueing: Queueing) {
    const { ways, clock, report } = queueing;
    this.#queueing = queueing;
    this.#waits = waits;
    this.#renewing = every(clock, RENEW_MS, () => void ways.enqueue(waits.elevator, waits.entity, holder).catch(report));
  }

  /** Resolves when it has come. */
  static async come(shift: Shift, waits: WaitsForElevator, queueing: Queueing): Promise<ElevatorTurn> {
    const { elevator, entity } = waits;
    await queueing.ways.enqueue(elevator, entity, shift.world.id);
    const turn = new ElevatorTurn(waits, shift.world.id, queueing);
    try {
      const untilMs = shift.world.time.worldMs + PATIENCE_MS;
      while (queueing.ways.queue(elevator)[0]?.robot !== entity) {
        if (shift.world.time.worldMs > untilMs) throw new InterruptedError(`${elevator} is taken`);
        await shift.look();
      }
      return turn;
    } catch (error) {
      await turn[Symbol.asyncDispose]();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#renewing[Symbol.dispose]();
    await this.#queueing.ways.dequeue(this.#waits.elevator, this.#waits.entity);
  }
}
