import {
  type ChannelRecord,
  findChannel,
  listChannels,
} from "../../store/settings/channels/channel.ts";
import type { Principal } from "../../auth/index.ts";
import type { ChannelSerializerDeps } from "./channel-serializer.ts";
import { requireFound } from "../kit/ids.ts";
import type { TestPort } from "../deliveries/test-port.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface ChannelDeps extends RouteDeps, ChannelSerializerDeps {
  readonly outbound: OutboundPort;
  readonly edge: ChannelEdgePort;
}
/**
 * State of channels on this node (CH-113). Both functions are absent on a server without channels.
 */
interface ChannelEdgePort {
  /** Returns the time of the last request from the integrator. */
  readonly lastInboundAt?: ((channelId: number) => number | null) | undefined;
  readonly test?: TestPort["channel"] | undefined;
}
type LoadChannelDeps = Pick<ChannelDeps, "reader" | "edge">;

/** Loads the channels of the principal's account. */
export async function loadChannels(
  deps: LoadChannelDeps,
  principal: Principal,
): Promise<readonly ChannelRecord[]> {
  return (await listChannels(deps.reader, principal.accountId)).map((row) =>
    withLastInbound(deps, row),
  );
}

/** Loads a channel of the principal's account. Throws `not_found`. */
export async function loadChannel(
  deps: LoadChannelDeps,
  principal: Principal,
  id: number,
): Promise<ChannelRecord> {
  return withLastInbound(
    deps,
    requireFound(await findChannel(deps.reader, principal.accountId, id), "channel"),
  );
}

function withLastInbound(deps: LoadChannelDeps, row: ChannelRecord): ChannelRecord {
  const at = deps.edge.lastInboundAt?.(row.id) ?? null;
  return at === null ? row : { ...row, lastInboundAt: new Date(at).toISOString() };
}
