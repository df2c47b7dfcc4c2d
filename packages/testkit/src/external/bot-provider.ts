import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { testTimeoutMs } from "../timeouts.ts";

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
  readonly headers: IncomingMessage["headers"];
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
  readonly headers: IncomingMessage["headers"];
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
  const events: ProviderEvent[] = [];
  const tokenRequests: TokenRequest[] = [];
  const waiting = new Set<() => void>();
  let chooseReply: ChooseReply = () => "ok";
  let chooseTokenReply: () => ProviderReply | Promise<ProviderReply> = () => 500;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => response.destroy());
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      if (request.url === "/oauth/token") {
        tokenRequests.push({ headers: request.headers, form: new URLSearchParams(text) });
        void Promise.resolve(chooseTokenReply()).then((reply) =>
          sendReply(reply, request, response),
        );
        return;
      }
      const event: ProviderEvent = {
        n: events.length + 1,
        at: now(),
        path: request.url ?? "",
        headers: request.headers,
        text,
        body: JSON.parse(text) as ProviderEvent["body"],
      };
      events.push(event);
      for (const check of waiting) check();
      void Promise.resolve(chooseReply(event)).then((reply) => sendReply(reply, request, response));
    });
  });
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(0, "127.0.0.1", resolve),
  );
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;

  return {
    endpoint: `http://${host}/bot`,
    tokenUrl: `http://${host}/oauth/token`,
    host,
    port,
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
        .filter((arrivedEvent) => chat === undefined || arrivedEvent.body.chat_id === String(chat))
        .map((arrivedEvent) => arrivedEvent.body.event),
    waitForEvents: (count, withinMs = testTimeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`${events.length} of ${count} events arrived within ${withinMs} ms`));
        }, withinMs);
        const check = (): void => {
          if (events.length < count) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(events);
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function isList(
  reply: ProviderReply | readonly ProviderReply[],
): reply is readonly ProviderReply[] {
  return Array.isArray(reply);
}

async function sendReply(
  reply: ProviderReply,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (reply === "hang") return;
  if (reply === "reset") {
    request.socket.resetAndDestroy();
    return;
  }
  const {
    status = 200,
    headers = {},
    body = "",
    afterMs = 0,
    endless,
  } = typeof reply === "object" ? reply : { status: reply === "ok" ? 200 : reply };
  if (afterMs > 0) await pause(afterMs);
  if (response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  if (endless === undefined) {
    response.end(body);
    return;
  }
  const filler = Buffer.alloc(64 * 1024, 120);
  const closed = new Promise((resolve) => response.once("close", resolve));
  while (!response.destroyed) {
    if (!response.write(filler))
      await Promise.race([new Promise((resolve) => response.once("drain", resolve)), closed]);
  }
}
