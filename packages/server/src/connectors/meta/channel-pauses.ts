import type { Clock } from "../../core/command.ts";
import type { DeliveryDriver } from "../../delivery/index.ts";
import type { EgressReply } from "../../egress/index.ts";

/** The channels of which the service accepts no message for some time. */
interface ChannelPauses {
  /** Returns when the pause of a channel ends, in milliseconds since 1970. null: it has none. */
  find(channelId: number): number | null;
  readonly afterAttempt: NonNullable<DeliveryDriver["afterAttempt"]>;
}

/** Creates the pauses. `isLimit`: whether a response is a limit of the channel. */
export function createChannelPauses(
  clock: Clock,
  isLimit: (reply: Extract<EgressReply, { kind: "answered" }>) => boolean,
): ChannelPauses {
  const ends = new Map<number, number>();
  return {
    find(channelId) {
      const end = ends.get(channelId) ?? 0;
      if (end > clock.now()) return end;
      ends.delete(channelId);
      return null;
    },
    afterAttempt({ source }, { reply, verdict }) {
      const { channel } = source.target;
      const { notBeforeMs } = verdict;
      if (channel !== null && notBeforeMs !== undefined && reply?.kind === "answered")
        if (isLimit(reply)) ends.set(channel.id, clock.now() + notBeforeMs);
      return Promise.resolve(null);
    },
  };
}
