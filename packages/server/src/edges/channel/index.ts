import { METHODS } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { fail, Refusal, type Failure } from "../../core/failure.ts";
import type { AccountConfig, Clock, Write } from "../../core/ports.ts";
import { readBody } from "../../http/body.ts";
import type { Edge } from "../../http/edge.ts";
import { failureOf, failureStatus, internalMessage, retryAfterSeconds, withSupport } from "../../http/errors.ts";
import type { Limits } from "../../limits/index.ts";
import { openAddresses, type ChannelAddress, type FindChannel } from "./address.ts";
import { admit, unavailable, type GateDeps } from "./gate.ts";
import { receive } from "./inbound.ts";
import { nothing, placeOf, urlOf } from "./place.ts";
import { openRecent } from "./recent.ts";
import { ruleOf } from "./rules.ts";
import { channelStatus, type IsOnline } from "./status.ts";
import { openTypingIn, type CustomerTyping } from "./typing-in.ts";

export type { ChannelAddress, FindChannel } from "./address.ts";
export type { CustomerTyping } from "./typing-in.ts";

export interface ChannelEdgeDeps {
  /** CFG-012: `{webhook_base_url}`. Its path is where the routes stand; a base without path answers on its own host only. */
  readonly webhookBaseUrl: string;
  readonly findChannel: FindChannel;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly write: Write;
  /** The newest chat of a channel's customer, whatever its state; null: he has none. */
  readonly latestChat: (account: number, channelId: number, customer: string) => Promise<number | null>;
  readonly isOnline: IsOnline;
  /** A customer starts or stops typing, at most once a second per customer; goes to his running chat, if there is one. */
  readonly onTyping: (signal: CustomerTyping) => void;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  readonly metrics: {
    counter(name: string, help: string, labels?: readonly string[]): { add(labels?: Readonly<Record<string, string>>): void };
  };
  readonly supportContact: () => string | null;
  /** Hears every request on a known address, when it was answered (API-052). */
  readonly onReceived?: (one: Received) => void;
}
/** A request of an integrator and what became of it. */
export interface Received {
  readonly account: number;
  readonly channelId: number;
  /** Path and query; of the random string only its last four characters. */
  readonly url: string;
  readonly request: FastifyRequest;
  /** null: not read. */
  readonly body: Buffer | null;
  readonly status: number;
  readonly durationMs: number;
  /** What was refused, or noted of an accepted request, and by which rule; null: nothing. */
  readonly fault: { readonly code: string; readonly message: string; readonly field: string | null; readonly rule: string | null } | null;
}
/** Interface A, inbound side. */
export interface ChannelEdge extends Edge {
  /** To be called for every `settings_changed` of an account. */
  forget(account: number): void;
  /** CH-113; milliseconds since 1970. */
  lastInboundAt(channelId: number): number | null;
  close(): void;
}

declare module "fastify" {
  interface FastifyRequest {
    channel: ChannelAddress | null;
    /** Of a request to a channel: its body, and `monotonic()` of its begin; for `onReceived`. */
    bytes: Buffer | null;
    begunAt: number;
  }
}

export function channelEdge(deps: ChannelEdgeDeps): ChannelEdge {
  const { limits, clock, log, metrics } = deps;
  const addresses = openAddresses(deps);
  const recent = openRecent();
  const typing = openTypingIn({ clock, tell: deps.onTyping });
  const requests = metrics.counter("channel_requests_total", "Requests to channels by what became of them", ["result"]);
  const wrong = metrics.counter("channel_wrong_addresses_total", "Requests to addresses that no channel has", ["answer"]);
  const inbound = { ...deps, recent, typing, count: (result: string) => requests.add({ result }) };
  const gate: GateDeps = { limits, clock, log, wrong };
  const base = new URL(deps.webhookBaseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");

  const take = async (channel: ChannelAddress, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const bytes = await readBody(request.raw, limits.value("body_kib") * 1024);
    request.bytes = bytes;
    const note = await receive(inbound, channel, request, reply, bytes);
    told(request, channel, 200, note);
  };
  const told = (request: FastifyRequest, channel: ChannelAddress | null, status: number, fault: Received["fault"]): void => {
    if (deps.onReceived === undefined || channel === null) return;
    const { account, channelId } = channel;
    const durationMs = clock.monotonic() - request.begunAt;
    deps.onReceived({ account, channelId, url: urlOf(request, prefix), request, body: request.bytes, status, durationMs, fault });
  };
  return {
    name: "channel",
    routes(app) {
      app.decorateRequest("channel", null);
      app.decorateRequest("bytes", null);
      app.decorateRequest("begunAt", 0);
      app.setErrorHandler((error, request, reply) => {
        const failure = failureOf(error);
        if (failure !== null) return sendFailure(failure, request, reply);
        log.error(
          { err: error, requestId: request.id, account: request.channel?.account ?? null, channel: request.channel?.channelId ?? null },
          "channel.failed",
        );
        requests.add({ result: "internal_error" });
        told(request, request.channel, 500, { code: "internal_error", message: internalMessage, field: null, rule: null });
        return send(reply, 500, "internal_error", withSupport(internalMessage, deps.supportContact()));
      });
      const sendFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
        const status = failureStatus[failure.failure];
        const { failure: code, message, field = null } = failure;
        told(request, request.channel, status, { code, message, field, rule: ruleOf(failure) });
        if (failure.failure !== "not_found") requests.add({ result: failure.failure });
        // CH-037 fixes the time for storage that is away, whatever the failure says.
        const retryAfter = status === 503 ? 5 : retryAfterSeconds(failure);
        if (retryAfter !== undefined) void reply.header("retry-after", retryAfter);
        return send(reply, status, failure.failure, status >= 500 ? withSupport(failure.message, deps.supportContact()) : failure.message);
      };

      app.route({
        // Every method: a wrong address answers alike whatever is asked of it (CH-020).
        method: METHODS.filter((method) => app.supportedMethods.includes(method)),
        url: `${prefix}/*`,
        config: { hot: true },
        exposeHeadRoute: false,
        ...(prefix === "" ? { constraints: { host: base.host } } : {}),
        onRequest(request, reply, done) {
          const place = placeOf(request.raw.url ?? "", prefix.length);
          const found = place === null ? null : addresses.find(place.randomString, place.publicId);
          const decide = (channel: ChannelAddress | null): void => {
            const refused = admit(gate, request, reply, place ?? nothing, channel);
            if (refused !== null || channel === null || request.method !== "POST") done(refused ?? undefined);
            // A message is read and answered right here: a refusal from a parser would cut the connection before a slow sender has seen the
            // answer, and the way through parser and handler costs more than all checks.
            else take(channel, request, reply).catch(done);
          };
          if (found instanceof Promise) found.then(decide, (error: unknown) => done(unavailable(log, error)));
          else decide(found);
        },
        async handler(request, reply) {
          const { channel } = request;
          if (channel === null) throw new Error("a request without channel passed the gate");
          const taken = limits.take("status", channel.channelId);
          if (!taken.ok)
            throw new Refusal(fail("rate_limited", "Too many status queries on this channel.", { retryAfterMs: taken.retryAfterMs }));
          told(request, channel, 200, null);
          const status = channelStatus(await deps.config(channel.account), channel.channelId, deps.isOnline, deps.clock.now());
          return reply.header("content-type", "application/json; charset=utf-8").header("cache-control", "no-store").send(String(status));
        },
      });
      return Promise.resolve();
    },
    forget: (account) => addresses.forget(account),
    lastInboundAt: (channelId) => recent.lastInboundAt(channelId),
    close: () => typing.close(),
  };
}

/** CH-039: the whole body of an error. */
function send(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify({ error: { code, message } }));
}
