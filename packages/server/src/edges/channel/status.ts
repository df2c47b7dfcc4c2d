import type { FastifyReply, FastifyRequest } from "fastify";
import { getChannelStatus, type IsOnline } from "../../core/channel/status.ts";
import { refuse } from "../../core/failure.ts";
import type { AccountConfig, Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";
import type { Tell } from "./received.ts";

export interface StatusDeps {
  readonly limits: Pick<Limits, "take">;
  readonly clock: Pick<Clock, "now">;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly isOnline: IsOnline;
  readonly tell: Tell;
}

/** Handles a status query on a known channel (CH-010). Throws Refusal. */
export async function answerStatus(deps: StatusDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { channel } = request;
  if (channel === null) throw new Error("a request without channel passed the gate");
  const taken = deps.limits.take("status", channel.channelId);
  if (!taken.ok) refuse("rate_limited", "Too many status queries on this channel.", { retryAfterMs: taken.retryAfterMs });
  deps.tell(request, 200, null);
  const config = await deps.config(channel.account);
  const found = config.channels.get(channel.channelId);
  const status = found === undefined || found.deleted ? 0 : getChannelStatus(config, found, deps.isOnline, deps.clock.now());
  return reply.header("content-type", "application/json; charset=utf-8").header("cache-control", "no-store").send(String(status));
}
