import { baseOf } from "../../http/base.ts";
import type { Edge } from "../../http/edge.ts";
import { openAddresses, type FindBot } from "./address.ts";
import { openEntrance } from "./entrance.ts";
import { openExchanges, type ExchangesDeps } from "./exchanges.ts";
import type { GateDeps } from "./gate.ts";
import type { InboundDeps } from "./inbound.ts";
import { openRepeats } from "./repeats.ts";

export type { BotAddress, FindBot } from "./address.ts";
export type { AcceptedTokens } from "./authorization.ts";
export type { Received } from "./received.ts";

export interface BotEdgeDeps
  extends
    Omit<InboundDeps, "repeats">,
    Pick<GateDeps, "config" | "acceptedTokens">,
    Pick<ExchangesDeps, "log" | "supportContact" | "onReceived"> {
  /**
   * CFG-012: `{bot_base_url}`. Its path is the prefix of the routes. A base URL without a path
   * answers on its own host only.
   */
  readonly botBaseUrl: string;
  readonly findBot: FindBot;
  readonly metrics: {
    counter(name: string, help: string, labels?: readonly string[]): { add(labels?: Readonly<Record<string, string>>): void };
  };
}
/** Inbound side of interface B. */
export interface BotEdge extends Edge {
  /** Call it for every `settings_changed` of an account. */
  forget(account: number): void;
}

export function botEdge(deps: BotEdgeDeps): BotEdge {
  const base = baseOf(deps.botBaseUrl);
  const requests = deps.metrics.counter("bot_requests_total", "Requests of bot providers by what became of them", ["result"]);
  const addresses = openAddresses(deps);
  const repeats = openRepeats(deps.clock);
  const exchanges = openExchanges({ ...deps, count: (result) => requests.add({ result }) });
  const enter = openEntrance({ ...deps, addresses, prefixLength: base.prefix.length, repeats, exchanges });

  return {
    name: "bot",
    routes(app) {
      app.setErrorHandler((error, request, reply) => exchanges.refuse(error, request, reply));
      app.route({
        ...base.route(app),
        onRequest: (request, reply) => enter(request, reply),
        handler: () => Promise.reject(new Error("a bot's request is answered before its handler")),
      });
      return Promise.resolve();
    },
    forget: (account) => addresses.forget(account),
  };
}
