import type { ConnectorChannel } from "../../connector-channel.ts";
import type { HandleUpdate, UpdateResult } from "../handle-recorded.ts";
import { createKeyedQueue } from "../keyed-queue.ts";
import type { ReceivingStates } from "./receiving-state.ts";

/** `customer`: null if the update is about nobody. */
export interface UpdateTask {
  readonly customer: string | null;
  readonly run: () => Promise<UpdateResult>;
}
export interface UpdateHandler {
  readonly handle: HandleUpdate;
  /** Resolves when the updates in progress are handled. */
  idle(): Promise<void>;
}

/**
 * Creates a handler that keeps the updates of each customer in order, and remembers one customer of
 * each channel for its test.
 */
export function createOrderedHandler(
  states: ReceivingStates,
  toTask: (channel: ConnectorChannel, update: unknown) => UpdateTask,
): UpdateHandler {
  const queue = createKeyedQueue();
  const channelsWithCustomer = new Set<number>();
  return {
    async handle(channel, update) {
      const { customer, run } = toTask(channel, update);
      if (customer === null) return run();
      const result = await queue.run(`${channel.id}:${customer}`, run);
      if (result.kind !== "ignored" && !channelsWithCustomer.has(channel.id)) {
        await states.update(channel, { customer });
        channelsWithCustomer.add(channel.id);
      }
      return result;
    },
    idle: () => queue.idle(),
  };
}
