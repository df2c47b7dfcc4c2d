import { parseBaseUrl } from "../../http/base-url.ts";
import type { Cluster } from "../../cluster/index.ts";
import type { Edge } from "../../http/edge.ts";
import { createAddressCache, type FindBot } from "./requests/address-cache.ts";
import { createRawHandler } from "./requests/raw-handler.ts";
import { createPendingRequests, type PendingRequestsDeps } from "./requests/pending-requests.ts";
import type { AcceptedTokens } from "./requests/authorization.ts";
import type { AuthorizeDeps } from "./requests/authorize.ts";
import type { HandleEventDeps } from "./requests/handle-event.ts";
import { createRepeatKeys } from "./requests/repeat-keys.ts";

export type { BotAddress } from "./requests/address-cache.ts";

export interface BotEdgeDeps
  extends
    Pick<HandleEventDeps, "write" | "online" | "openChats" | "limits" | "clock">,
    Pick<AuthorizeDeps, "config">,
    Pick<PendingRequestsDeps, "log" | "supportContact" | "onRequest"> {
  /**
   * Base URL of interface B (CFG-012). Its path is the prefix of the routes. Without a path, the
   * routes are available only on the host of the URL.
   */
  readonly botBaseUrl: string;
  readonly cluster: Cluster;
  readonly store: HandleEventDeps["store"] & {
    readonly findBot: FindBot;
    readonly acceptedTokens: AcceptedTokens;
  };
  readonly metrics: {
    counter(
      name: string,
      help: string,
      labels?: readonly string[],
    ): { add(labels?: Readonly<Record<string, string>>): void };
  };
}
/** Inbound side of interface B. */
export interface BotEdge extends Edge {
  /** Evicts the cached data of an account. Call this function for every `settings_changed`. */
  evictAccount(account: number): void;
}

export function createBotEdge(deps: BotEdgeDeps): BotEdge {
  const base = parseBaseUrl(deps.botBaseUrl);
  const requests = deps.metrics.counter(
    "bot_requests_total",
    "Requests of bot providers by what became of them",
    ["result"],
  );
  const addresses = createAddressCache({ findBot: deps.store.findBot, clock: deps.clock });
  const repeats = createRepeatKeys(deps.clock, deps.cluster);
  const pendingRequests = createPendingRequests({
    ...deps,
    count: (result) => requests.add({ result }),
  });
  const handleRaw = createRawHandler({
    authorize: {
      ...deps,
      acceptedTokens: deps.store.acceptedTokens,
      addresses,
      prefixLength: base.prefix.length,
    },
    events: { ...deps, repeats },
    pendingRequests,
  });

  return {
    name: "bot",
    routes(app) {
      app.setErrorHandler((error, request, reply) =>
        pendingRequests.sendRefusal(error, request, reply),
      );
      app.route({
        ...base.route(app),
        onRequest: (request, reply) => handleRaw(request, reply),
        handler: () => Promise.reject(new Error("a bot's request is answered before its handler")),
      });
      return Promise.resolve();
    },
    evictAccount: (account) => addresses.evictAccount(account),
  };
}
