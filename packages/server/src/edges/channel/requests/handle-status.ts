import type { FastifyReply, FastifyRequest } from "fastify";
import { getChannelStatus, type IsOnline } from "../../../core/channel/status.ts";
import { refuse } from "../../../core/failure.ts";
import type { AccountConfig, Clock } from "../../../core/command.ts";
import type { Limits } from "../../../limits/index.ts";
import type { RequestLog } from "./request-log.ts";

export interface StatusQueryDeps {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly config: (account: number) => AccountConfig | Promise<AccountConfig>;
  readonly isOnline: IsOnline;
  readonly logRequest: RequestLog;
}

/** Handles a status query of a known channel (CH-010). Throws Refusal. */
export async function handleStatusQuery(
  deps: StatusQueryDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { inbound } = request;
  const channel = inbound?.channel ?? null;
  if (inbound === null || channel === null)
    throw new Error("a request without channel passed the gate");
  const quota = await deps.limits.take("status", channel.channelId);
  if (!quota.ok)
    refuse("rate_limited", "Too many status queries on this channel.", {
      retryAfterMs: quota.retryAfterMs,
    });
  deps.logRequest(inbound, 200, null);
  const config = await deps.config(channel.account);
  const channelConfig = config.channels.get(channel.channelId);
  const status =
    channelConfig === undefined || channelConfig.deleted
      ? 0
      : getChannelStatus(config, channelConfig, deps.isOnline, deps.clock.now());
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .header("cache-control", "no-store")
    .send(String(status));
}
