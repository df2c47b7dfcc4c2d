import { ChannelTest, ConnectionTest, IdParams, EmptyBody } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { serializeTestAttempt } from "../deliveries/test-attempt-serializer.ts";
import { rejectWithoutEndpoint } from "./channel-validation.ts";
import { loadChannel, type ChannelDeps } from "./load-channel.ts";
import { serializeChannel } from "./channel-serializer.ts";
import { requireFound, parseId } from "../kit/ids.ts";
import { refuse } from "../../core/failure.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { runIdempotent } from "../kit/change-settings.ts";

/**
 * Registers the test of a channel, which sends one test message and returns the state of the
 * channel (CH-113).
 */
export function testChannelRoute(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/test",
    action: "channels.manage",
    tag: "channels",
    summary: "Send a test message to a channel",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: ChannelTest,
    handle: (context) =>
      runIdempotent(deps, context, async () => {
        const { principal, params } = context;
        const row = await loadChannel(deps, principal, parseId(params.id, "channel"));
        rejectWithoutEndpoint(row);
        const config = await deps.config(principal.accountId);
        const attempt = await requireFound(deps.edge.test ?? null, "edge for channels")(
          principal.accountId,
          row.id,
        );
        const channel = serializeChannel(deps, principal, config, row);
        return {
          outbound: serializeTestAttempt(attempt),
          inbound: {
            url: channel.inbound_url,
            status: channel.status,
            accepts_messages: row.values.enabled && !config.suspended,
            last_inbound_at: row.facts.lastInboundAt,
          },
        };
      }),
  });
}

/** Registers the test of a channel of an external service in both directions (CON-040). */
export function testConnectionRoute(app: FastifyInstance, deps: ChannelDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/channels/:id/connection-test",
    action: "channels.manage",
    tag: "channels",
    summary: "Test the connection of a channel",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: ConnectionTest,
    handle: (context) =>
      runIdempotent(deps, context, async () => {
        const { principal, params } = context;
        const row = await loadChannel(deps, principal, parseId(params.id, "channel"));
        if (row.facts.connector === null)
          refuse("not_found", "Only channels of external services have a connection.");
        return deps.connectors.test(principal.accountId, row.id);
      }),
  });
}
