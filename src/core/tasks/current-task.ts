import { decodeJson, encodeJson } from '../api/messages.ts';
import { type TaskRecord, taskRecordSchema } from '../api/tasks.ts';
import { type Bucket, type Bus, DisconnectedError, type Revision, type SwapResult } from '../bus/bus.ts';
import { MAX_PAYLOAD_BYTES } from '../bus/limits.ts';
import { RecordMirror } from '../bus/record-mirror.ts';
import { buckets } from '../bus/subjects.ts';
import type { TaskOrder, TaskState } from './task-machine.ts';

const KEY = 'current';

export interface KeptTask {
  readonly order: TaskOrder;
  readonly state: TaskState;
}

/** The record of the task that a world performs, as it is seen here; changed by compare-and-swap alone. */
export class CurrentTask implements Disposable {
  readonly #bucket: Bucket;
  readonly #mirror: RecordMirror<TaskRecord>;
  readonly #status: Disposable;

  constructor(world: string, ports: { readonly bus: Bus; readonly report: (error: unknown) => void; readonly onChange: () => void }) {
    const { bus, report, onChange } = ports;
    this.#bucket = bus.bucket(buckets.tasks(world));
    this.#mirror = new RecordMirror(this.#bucket, { decode: (bytes) => decodeJson(taskRecordSchema, bytes), onChange, report });
    this.#status = bus.onStatus(({ kind }) => {
      if (kind === 'reconnecting') this.#mirror.expectRelisting();
    });
  }

  [Symbol.dispose](): void {
    this.#status[Symbol.dispose]();
    this.#mirror[Symbol.dispose]();
  }

  /** Resolves when it is known which task there is, if any. */
  get ready(): Promise<void> {
    return this.#mirror.synced;
  }

  get kept(): (KeptTask & { readonly revision: Revision; readonly nonce: string }) | undefined {
    const record = this.#mirror.get(KEY);
    if (!record) return undefined;
    const { order, state, nonce } = record.value;
    return {
      order: { ...order, rows: order.rows.map((row) => ({ ...row, positions: row.positions })) },
      state,
      nonce,
      revision: record.revision,
    };
  }

  /** Whether what was written then is known here, or what came after it. */
  hasSeen(revision: Revision): boolean {
    return this.#mirror.hasSeen(KEY, revision);
  }

  hasRoomFor(task: KeptTask, nonce: string): boolean {
    return encodeJson({ ...task, nonce }).length <= MAX_PAYLOAD_BYTES;
  }

  async swap(expected: Revision | undefined, task: KeptTask, nonce: string): Promise<SwapResult> {
    try {
      return await this.#bucket.swap(KEY, expected, encodeJson({ ...task, nonce }));
    } catch (error) {
      if (error instanceof DisconnectedError) return { kind: 'unknown', reason: error.message };
      throw error;
    }
  }
}
