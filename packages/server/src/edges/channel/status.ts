import type { FastifyReply, FastifyRequest } from "fastify";
import { botFor } from "../../core/bot/scope.ts";
import { sendableChannel } from "../../core/channel/sendable.ts";
import { isFailure, refuse } from "../../core/failure.ts";
import { hoursFor, isOpen } from "../../core/hours/open.ts";
import type { AccountConfig, Clock } from "../../core/ports.ts";
import type { Limits } from "../../limits/index.ts";
import type { Tell } from "./received.ts";

/** Presence as `realtime` knows it. */
export type IsOnline = (account: number, operatorId: number) => boolean;

export interface StatusDeps {
  readonly limits: Pick<Limits, "take">;
  readonly clock: Pick<Clock, "now">;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly isOnline: IsOnline;
  readonly tell: Tell;
}

/** A status query on a known channel (CH-010). Throws Refusal. */
export async function answerStatus(deps: StatusDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { channel } = request;
  if (channel === null) throw new Error("a request without channel passed the gate");
  const taken = deps.limits.take("status", channel.channelId);
  if (!taken.ok) refuse("rate_limited", "Too many status queries on this channel.", { retryAfterMs: taken.retryAfterMs });
  deps.tell(request, 200, null);
  const status = channelStatus(await deps.config(channel.account), channel.channelId, deps.isOnline, deps.clock.now());
  return reply.header("content-type", "application/json; charset=utf-8").header("cache-control", "no-store").send(String(status));
}

/**
 * CH-011: whether a customer who writes now can expect an answer: an operator chosen for the channel is online inside working hours, or a
 * bot that counts as somebody. Outside the hours it is 0 whoever is there. Deleted channels have no status (CH-020).
 */
export function channelStatus(config: AccountConfig, channelId: number, isOnline: IsOnline, now: number): 0 | 1 {
  const channel = sendableChannel(config, channelId);
  if (isFailure(channel)) return 0;
  if (!isOpen(hoursFor(config, null), now)) return 0;
  for (const id of channel.operators) {
    if (config.operators.get(id)?.active === true && isOnline(config.accountId, id)) return 1;
  }
  return channel.botAvailable === true && botFor(config, channelId) !== null ? 1 : 0;
}
