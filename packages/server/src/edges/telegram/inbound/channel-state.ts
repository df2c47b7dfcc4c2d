import { isDeepStrictEqual } from "node:util";
import type { ChannelStates } from "../../../connectors/external-messages.ts";
import { createKeyedQueue } from "../../../connectors/inbound/keyed-queue.ts";
import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";

/** What a channel remembers across restarts (TG-013). */
export interface TelegramState {
  /** Number of the first update that is not stored yet. Absent before the first update. */
  readonly offset?: number;
  /** How updates arrive. Absent before the first attempt to receive. */
  readonly receives?: "webhook" | "polling";
  /** Why no updates arrive now, or null. */
  readonly problem?: ConnectionNotice | null;
  /** A customer who has written, to whom a test can send an action. */
  readonly customer?: string;
}
export interface TelegramStates {
  load(channel: ConnectorChannel): Promise<TelegramState>;
  /**
   * Changes fields of the state, and reports a changed problem of the channel (CON-041). Writes
   * nothing if the fields have these values already.
   */
  update(channel: ConnectorChannel, change: TelegramState): Promise<void>;
}

/**
 * Creates the access to states. Changes of a channel run one after the other, because each writes
 * the whole state.
 */
export function createTelegramStates(states: ChannelStates): TelegramStates {
  const queue = createKeyedQueue();
  const load = async (channel: ConnectorChannel): Promise<TelegramState> =>
    (await states.load<TelegramState>(channel)) ?? {};
  return {
    load,
    update: (channel, change) =>
      queue.run(String(channel.id), async () => {
        const current = await load(channel);
        const fields = Object.keys(change) as (keyof TelegramState)[];
        if (fields.every((field) => isDeepStrictEqual(current[field], change[field]))) return;
        if (change.problem !== undefined) await states.report(channel, change.problem);
        await states.save(channel, { ...current, ...change });
      }),
  };
}
