import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { collectArrivals } from "./arrivals.ts";
import { startIntegrator, type ScriptedResponse } from "./integrator.ts";

/** Response of the fake bot provider to an event. */
export type ProviderReply =
  | "ok"
  | "hang"
  | "reset"
  /** A status without body. */
  | number
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
      /** Delay of the response in real milliseconds, also with a manual clock. */
      readonly afterMs?: number;
      /** The server never ends the response body. */
      readonly endless?: true;
    };
type ChooseReply = (event: ProviderEvent) => ProviderReply | Promise<ProviderReply>;

/** An event that the provider received. */
interface ProviderEvent {
  readonly n: number;
  /** Unix milliseconds of the clock that the test passed. */
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly event: string;
    readonly id: string;
    readonly client_id: string;
    readonly chat_id: string;
    readonly message?: {
      readonly type: string;
      readonly text: string;
      readonly timestamp: number;
      readonly button_id?: string;
    };
  };
}
/** One request for an access token. */
interface TokenRequest {
  readonly headers: IncomingHttpHeaders;
  readonly form: URLSearchParams;
}

/** An HTTP server as a bot provider. Tests set its responses and read the received events. */
export interface FakeBotProvider {
  /** Endpoint for the bot settings: `<url>/bot`. */
  readonly endpoint: string;
  /** URL of the provider's OAuth server. */
  readonly tokenUrl: string;
  readonly host: string;
  readonly port: number;
  readonly events: readonly ProviderEvent[];
  readonly tokenRequests: readonly TokenRequest[];
  /**
   * Sets the responses: one reply, a list of replies (the last one repeats), or a function that may
   * post before it returns.
   */
  respondWith(reply: ProviderReply | readonly ProviderReply[] | ChooseReply): void;
  /** Sets the response of the OAuth server, either fixed or computed by a function. */
  respondToToken(reply: ProviderReply | (() => ProviderReply | Promise<ProviderReply>)): void;
  /** Returns the names of received events, optionally of one chat. */
  eventNames(chat?: number | string): readonly string[];
  /** Resolves when `count` events in total have arrived. */
  waitForEvents(count: number, withinMs?: number): Promise<readonly ProviderEvent[]>;
  close(): Promise<void>;
}

export async function startBotProvider(now: () => number = Date.now): Promise<FakeBotProvider> {
  const server = await startIntegrator();
  const arrivals = collectArrivals<ProviderEvent>("events");
  const events = arrivals.list;
  const tokenRequests: TokenRequest[] = [];
  let chooseReply: ChooseReply = () => "ok";
  let chooseTokenReply: () => ProviderReply | Promise<ProviderReply> = () => 500;
  server.respondWith(async ({ path, headers, body: text }) => {
    if (path === "/oauth/token") {
      tokenRequests.push({ headers, form: new URLSearchParams(text) });
      return toResponse(await chooseTokenReply());
    }
    const event: ProviderEvent = {
      n: events.length + 1,
      at: now(),
      path,
      headers,
      text,
      body: JSON.parse(text) as ProviderEvent["body"],
    };
    arrivals.add(event);
    return toResponse(await chooseReply(event));
  });
  return {
    endpoint: `${server.url}/bot`,
    tokenUrl: `${server.url}/oauth/token`,
    host: `127.0.0.1:${server.port}`,
    port: server.port,
    events,
    tokenRequests,
    respondWith(reply) {
      if (typeof reply === "function") chooseReply = reply;
      else if (isList(reply)) {
        let n = 0;
        chooseReply = () => reply[Math.min(n++, reply.length - 1)] ?? "ok";
      } else chooseReply = () => reply;
    },
    respondToToken(reply) {
      chooseTokenReply = typeof reply === "function" ? reply : () => reply;
    },
    eventNames: (chat) =>
      events
        .filter(({ body }) => chat === undefined || body.chat_id === String(chat))
        .map(({ body }) => body.event),
    waitForEvents: arrivals.waitFor,
    close: () => server.close(),
  };
}

function isList(
  reply: ProviderReply | readonly ProviderReply[],
): reply is readonly ProviderReply[] {
  return Array.isArray(reply);
}

async function toResponse(reply: ProviderReply): Promise<ScriptedResponse> {
  if (reply === "hang" || reply === "reset") return reply;
  if (reply === "ok") return { body: "" };
  if (typeof reply === "number") return { status: reply };
  if (reply.afterMs !== undefined) await pause(reply.afterMs);
  return reply;
}
