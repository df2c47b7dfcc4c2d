import { parseBaseUrl } from "../../http/base-url.ts";
import type { AccountNames, ClusterRequests } from "../../cluster/index.ts";
import type { Edge } from "../../http/edge.ts";
import { createAddressCache, type FindChannel } from "./requests/address-cache.ts";
import { sendError, type ResponseDeps } from "./requests/responses.ts";
import {
  createDirectHandler,
  createInboundRequest,
  createRawHandler,
} from "./requests/raw-handler.ts";
import type { HandleRequestDeps } from "./requests/handle-request.ts";
import { createRequestLog, type RequestLogDeps } from "./requests/request-log.ts";
import { createLastRequestTimes, type LastRequestTimes } from "./requests/last-request-times.ts";
import type { IsOnline } from "../../core/channel/status.ts";
import { handleStatusQuery } from "./requests/handle-status.ts";
import { startInboundTyping, type CustomerTyping } from "./typing/inbound-typing.ts";

export type { ChannelAddress } from "./requests/address-cache.ts";
export type { CustomerTyping } from "./typing/inbound-typing.ts";

export interface ChannelEdgeDeps
  extends
    Pick<HandleRequestDeps, "write" | "config" | "limits" | "clock">,
    Pick<RequestLogDeps, "onReceived" | "ignoresReceived"> {
  /** Base URL of interface A (CFG-012): the prefix of its routes, or their host without a path. */
  readonly webhookBaseUrl: string;
  readonly cluster: ClusterRequests & AccountNames;
  readonly store: HandleRequestDeps["store"] & { readonly findChannel: FindChannel };
  readonly isOnline: IsOnline;
  /** Receives the typing of a customer with an open chat, at most once a second per customer. */
  readonly onTyping: (signal: CustomerTyping) => void;
  readonly log: {
    debug(fields: object, message: string): void;
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  readonly metrics: {
    counter(
      name: string,
      help: string,
      labels?: readonly string[],
    ): { add(labels?: Readonly<Record<string, string>>): void };
    totals(
      name: string,
      help: string,
      label: string,
      read: () => Readonly<Record<string, number>>,
    ): void;
  };
  readonly supportContact: () => string | null;
}
/** Inbound side of interface A. */
export interface ChannelEdge extends Edge {
  /** Evicts the cached data of an account. Call this function for every `settings_changed`. */
  evictAccount(account: number): void;
  /** Returns the time of each channel's last request at any node (CH-113), in ms since 1970. */
  findLastRequests: LastRequestTimes["find"];
  close(): void;
}

export function createChannelEdge(deps: ChannelEdgeDeps): ChannelEdge {
  const { clock, log, metrics, supportContact } = deps;
  const base = parseBaseUrl(deps.webhookBaseUrl);
  // The metrics library takes longer to count a request than this object.
  const requestsByResult: Record<string, number> = {};
  metrics.totals(
    "channel_requests",
    "Requests to channels by what became of them",
    "result",
    () => requestsByResult,
  );
  const unknownAddressCounter = metrics.counter(
    "channel_wrong_addresses_total",
    "Requests to addresses that no channel has",
    ["answer"],
  );
  const count = (result: string): void => {
    requestsByResult[result] = (requestsByResult[result] ?? 0) + 1;
  };
  const logRequest = createRequestLog(deps, base.prefix);
  const addresses = createAddressCache({ findChannel: deps.store.findChannel, clock });
  const lastUse = createLastRequestTimes(deps.cluster);
  const inboundTyping = startInboundTyping({ clock, publish: deps.onTyping });
  const responses: ResponseDeps = { log, supportContact, count, logRequest, prefix: base.prefix };
  const rawDeps = {
    addresses,
    prefix: base.prefix,
    cluster: deps.cluster,
    responses,
    authorize: { ...deps, unknownAddressCounter },
    messages: { ...deps, recent: lastUse, typing: inboundTyping, count, logRequest },
    clock,
  };

  return {
    name: "channel",
    routes(app) {
      app.decorateRequest("inbound", null);
      app.setErrorHandler((error, request, reply) => {
        const inbound = request.inbound ?? createInboundRequest(request, reply, null, 0);
        sendError(responses, error, inbound);
        return reply;
      });
      // Without a path, the base URL is recognised by its host, which the route compares.
      if (base.prefix !== "") app.handleDirectly(createDirectHandler(rawDeps));
      app.route({
        ...base.route(app),
        onRequest: createRawHandler(rawDeps),
        handler: (request, reply) => handleStatusQuery({ ...deps, logRequest }, request, reply),
      });
      return Promise.resolve();
    },
    evictAccount: (account) => addresses.evictAccount(account),
    findLastRequests: (channelIds) => lastUse.find(channelIds),
    close: () => inboundTyping.close(),
  };
}
