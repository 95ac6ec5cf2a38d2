import { parentPort } from 'node:worker_threads';

/** Said by a thread once it can take orders: it takes most of a second to begin, which is nobody's order's fault. */
export const READY = 'ready';

/** For the module of a ServingThread: answers each order with one message. What is thrown ends the thread, and is told to who waits. */
export function serveOrders<Order, Answer>(carryOut: (order: Order) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (order: Order) => parentPort?.postMessage(await carryOut(order)));
  parentPort?.postMessage(READY);
}
