import {
  type ChannelRecord,
  findChannel,
  listChannels,
} from "../../store/settings/channels/channel.ts";
import type { Principal } from "../../auth/index.ts";
import type { AddressCodePort } from "./connectors/address-code-port.ts";
import type { ChannelSerializerDeps } from "./channel-serializer.ts";
import { requireFound } from "../kit/ids.ts";
import type { ConnectorPort } from "./connectors/connector-port.ts";
import type { TestPort } from "../deliveries/test-port.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface ChannelDeps extends RouteDeps, ChannelSerializerDeps {
  readonly outbound: OutboundPort;
  readonly edge: ChannelEdgePort;
  readonly connectors: ConnectorPort;
  readonly addressCodes: AddressCodePort;
}
/** State of channels (CH-113). Both functions are absent on a server without channels. */
interface ChannelEdgePort {
  /** Returns the times of the integrators' last requests, in ms since 1970. */
  readonly findLastRequests?:
    | ((channelIds: readonly number[]) => Promise<ReadonlyMap<number, number>>)
    | undefined;
  readonly test?: TestPort["channel"] | undefined;
}

export async function loadChannels(
  deps: ChannelDeps,
  principal: Principal,
): Promise<readonly ChannelRecord[]> {
  return withLastRequests(deps, await listChannels(deps.reader, principal.accountId));
}

/** Loads a channel of the principal's account. Throws `not_found`. */
export async function loadChannel(
  deps: ChannelDeps,
  principal: Principal,
  id: number,
): Promise<ChannelRecord> {
  const row = requireFound(await findChannel(deps.reader, principal.accountId, id), "channel");
  const [channel = row] = await withLastRequests(deps, [row]);
  return channel;
}

async function withLastRequests(
  { edge }: ChannelDeps,
  rows: readonly ChannelRecord[],
): Promise<readonly ChannelRecord[]> {
  const times = await edge.findLastRequests?.(rows.map(({ id }) => id));
  return rows.map((row) => {
    const at = times?.get(row.id);
    return at === undefined
      ? row
      : { ...row, facts: { ...row.facts, lastInboundAt: new Date(at).toISOString() } };
  });
}
