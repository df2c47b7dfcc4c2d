import { baseOf } from "../../http/base.ts";
import type { Edge } from "../../http/edge.ts";
import { openAddresses, type FindChannel } from "./address.ts";
import { refuseRequest, type RefuseDeps } from "./answer.ts";
import { openEntrance } from "./entrance.ts";
import type { InboundDeps } from "./inbound.ts";
import { openTell, type TellDeps } from "./received.ts";
import { openRecent } from "./recent.ts";
import type { IsOnline } from "../../core/channel/status.ts";
import { answerStatus } from "./status.ts";
import { openTypingIn, type CustomerTyping } from "./typing-in.ts";

export type { ChannelAddress, FindChannel } from "./address.ts";
export type { Received } from "./received.ts";
export type { CustomerTyping } from "./typing-in.ts";

export interface ChannelEdgeDeps extends Omit<InboundDeps, "recent" | "typing" | "count" | "log">, Pick<TellDeps, "onReceived"> {
  /**
   * CFG-012: `{webhook_base_url}`. Its path is the prefix of the routes. A base URL without a path
   * answers on its own host only.
   */
  readonly webhookBaseUrl: string;
  readonly findChannel: FindChannel;
  readonly isOnline: IsOnline;
  /** Receives a customer's typing for the open chat, at most once a second per customer. */
  readonly onTyping: (signal: CustomerTyping) => void;
  readonly log: {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  readonly metrics: {
    counter(name: string, help: string, labels?: readonly string[]): { add(labels?: Readonly<Record<string, string>>): void };
  };
  readonly supportContact: () => string | null;
}
/** Inbound side of interface A. */
export interface ChannelEdge extends Edge {
  /** Call it for every `settings_changed` of an account. */
  forget(account: number): void;
  /** Time of the last request (CH-113), in ms since 1970. */
  lastInboundAt(channelId: number): number | null;
  close(): void;
}

export function channelEdge(deps: ChannelEdgeDeps): ChannelEdge {
  const { clock, log, metrics, supportContact } = deps;
  const base = baseOf(deps.webhookBaseUrl);
  const requests = metrics.counter("channel_requests_total", "Requests to channels by what became of them", ["result"]);
  const wrong = metrics.counter("channel_wrong_addresses_total", "Requests to addresses that no channel has", ["answer"]);
  const count = (result: string): void => requests.add({ result });
  const tell = openTell(deps, base.prefix);
  const addresses = openAddresses(deps);
  const recent = openRecent();
  const typing = openTypingIn({ clock, tell: deps.onTyping });
  const enter = openEntrance({ ...deps, addresses, prefixLength: base.prefix.length, wrong, recent, typing, count, tell });
  const refusing: RefuseDeps = { log, supportContact, count, tell };

  return {
    name: "channel",
    routes(app) {
      app.decorateRequest("channel", null);
      app.decorateRequest("bytes", null);
      app.decorateRequest("begunAt", 0);
      app.setErrorHandler((error, request, reply) => refuseRequest(refusing, error, request, reply));
      app.route({
        ...base.route(app),
        onRequest: enter,
        handler: (request, reply) => answerStatus({ ...deps, tell }, request, reply),
      });
      return Promise.resolve();
    },
    forget: (account) => addresses.forget(account),
    lastInboundAt: (channelId) => recent.lastInboundAt(channelId),
    close: () => typing.close(),
  };
}
