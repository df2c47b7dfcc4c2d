import { ChannelTest, IdParams, EmptyBody } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { attemptWire } from "./attempt-wire.ts";
import { refuseWidget } from "./channel-input.ts";
import type { Deps } from "./deps.ts";
import { readChannel, type ChannelDeps } from "./channel-read.ts";
import { channelWire } from "./channel-wire.ts";
import { found, idOf } from "./ids.ts";
import { route } from "./route.ts";
import { onceAround } from "./settings.ts";

/** Registers the test of a channel: one test message and the channel's state (CH-113). */
export function testChannel(app: FastifyInstance, deps: ChannelDeps & Pick<Deps, "tests">): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/test",
    action: "channels.manage",
    tag: "channels",
    summary: "Send one test message and report how the channel stands",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: ChannelTest,
    handle: (call) =>
      onceAround(deps, call, async () => {
        const { principal, params } = call;
        const row = await readChannel(deps, principal, idOf(params.id, "channel"));
        refuseWidget(row);
        const config = await deps.config(principal.accountId);
        const tried = await found(deps.tests.channel ?? null, "edge for channels")(principal.accountId, row.id);
        const wire = channelWire(deps, principal, config, row);
        return {
          outbound: attemptWire(tried),
          inbound: {
            url: wire.inbound_url,
            status: wire.status,
            accepts_messages: row.enabled && !config.suspended,
            last_inbound_at: row.lastInboundAt,
          },
        };
      }),
  });
}
