import { isDeepStrictEqual } from "node:util";
import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import type { ConnectorChannel } from "../../connector-channel.ts";
import type { ChannelStates } from "../../external-messages.ts";
import { createKeyedQueue } from "../keyed-queue.ts";

/** What a channel that gets numbered updates remembers across restarts. */
export interface ReceivingState {
  /** Number of the first update that is not stored yet. Absent before the first update. */
  readonly offset?: number;
  readonly receives?: "webhook" | "polling";
  readonly problem?: ConnectionNotice | null;
  /** A customer who has written. A test of the connection shows them that an operator types. */
  readonly customer?: string;
}
export interface ReceivingStates {
  load(channel: ConnectorChannel): Promise<ReceivingState>;
  /**
   * Changes fields of the state, and reports a changed problem of the channel (CON-041). Writes
   * nothing if the fields have these values already.
   */
  update(channel: ConnectorChannel, change: ReceivingState): Promise<void>;
}

/**
 * Creates the access to states. Changes of a channel run one after the other, because each writes
 * the whole state.
 */
export function createReceivingStates(states: ChannelStates): ReceivingStates {
  const queue = createKeyedQueue();
  const load = async (channel: ConnectorChannel): Promise<ReceivingState> =>
    (await states.load<ReceivingState>(channel)) ?? {};
  return {
    load,
    update: (channel, change) =>
      queue.run(String(channel.id), async () => {
        const current = await load(channel);
        const fields = Object.keys(change) as (keyof ReceivingState)[];
        if (fields.every((field) => isDeepStrictEqual(current[field], change[field]))) return;
        if (change.problem !== undefined) await states.report(channel, change.problem);
        await states.save(channel, { ...current, ...change });
      }),
  };
}
