import type { ClusterRequests } from "../../../cluster/index.ts";
import { evictOldest } from "../../../core/bounded-map.ts";

/**
 * Keeps in memory when each channel last received a request (CH-113). After a restart of all nodes
 * the channel page shows no time until the next request. This is sufficient for administrators who
 * test an integration.
 */
export interface LastRequestTimes {
  record(channelId: number, at: number): void;
  /**
   * Returns the latest request of each channel at any node, in ms since 1970. A channel is absent
   * if it received none since the start of the servers.
   */
  find(channelIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

/** Asks a node for its times. */
interface TimesRequest {
  readonly channelIds: readonly number[];
}
type TimesResponse = readonly (readonly [channelId: number, at: number])[];
const timesTopic = "last channel requests";
const responseTimeoutMs = 500;

export function createLastRequestTimes(
  cluster: ClusterRequests,
  capacity = 10_000,
): LastRequestTimes {
  const timeByChannel = new Map<number, number>();
  const listOnThisNode = ({ channelIds }: TimesRequest): TimesResponse =>
    channelIds.flatMap((id) => {
      const at = timeByChannel.get(id);
      return at === undefined ? [] : [[id, at] as const];
    });
  cluster.onRequest<TimesRequest, TimesResponse>(timesTopic, listOnThisNode);
  return {
    record(channelId, at) {
      timeByChannel.set(channelId, at);
      evictOldest(timeByChannel, capacity);
    },
    async find(channelIds) {
      const request: TimesRequest = { channelIds };
      const { results } = await cluster.requestAll<TimesResponse>(
        timesTopic,
        request,
        responseTimeoutMs,
      );
      const latest = new Map<number, number>();
      for (const [id, at] of [...results, listOnThisNode(request)].flat())
        latest.set(id, Math.max(at, latest.get(id) ?? 0));
      return latest;
    },
  };
}
