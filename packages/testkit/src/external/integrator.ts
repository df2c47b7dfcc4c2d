import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { testTimeoutMs } from "../timeouts.ts";

/** Response of the fake endpoint: a JSON `ok`, or a fault. */
export type ScriptedResponse =
  | "ok"
  | "hang"
  | "reset"
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly body?: string | Buffer;
      readonly byteDelayMs?: number;
    }
  /** Bytes written to the socket unchanged. */
  | { readonly raw: string | Buffer }
  /** Responds with `ok` as soon as the promise is fulfilled. */
  | { readonly okAfter: Promise<unknown> };

export interface ReceivedRequest {
  readonly n: number;
  /** Time of arrival in Unix milliseconds of the system clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/**
 * An HTTP server as an integrator's endpoint. Tests set its responses and read the received
 * requests.
 */
export interface FakeIntegrator {
  readonly url: string;
  readonly port: number;
  readonly received: readonly ReceivedRequest[];
  /** Sets the response to all further requests, either fixed or computed from the request. */
  respondWith(reply: ScriptedResponse | ((request: ReceivedRequest) => ScriptedResponse)): void;
  /** Resolves when `count` requests in total have arrived. Rejects after `withinMs`. */
  waitForRequests(count: number, withinMs?: number): Promise<readonly ReceivedRequest[]>;
  /** Returns the received requests except typing notices. */
  messages(): readonly ReceivedRequest[];
  /** Returns the number of requests that have no complete response yet. */
  pendingCount(): number;
  close(): Promise<void>;
}

export async function startIntegrator(port = 0): Promise<FakeIntegrator> {
  const received: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  let chooseResponse: (request: ReceivedRequest) => ScriptedResponse = () => "ok";
  let pendingCount = 0;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const entry: ReceivedRequest = {
        n: received.length + 1,
        at: Date.now(),
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      received.push(entry);
      for (const check of waiting) check();
      const reply = chooseResponse(entry);
      if (reply === "hang" || (typeof reply === "object" && "byteDelayMs" in reply)) {
        pendingCount += 1;
        response.once("close", () => (pendingCount -= 1));
      }
      void sendResponse(reply, request, response);
    });
    request.on("error", () => response.destroy());
  });
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(port, "127.0.0.1", resolve),
  );
  const boundPort = (server.address() as AddressInfo).port;

  return {
    url: `http://127.0.0.1:${boundPort}`,
    port: boundPort,
    received,
    respondWith(reply) {
      chooseResponse = typeof reply === "function" ? reply : () => reply;
    },
    waitForRequests: (count, withinMs = testTimeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(
            new Error(`${received.length} of ${count} requests arrived within ${withinMs} ms`),
          );
        }, withinMs);
        const check = (): void => {
          if (received.length < count) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(received);
        };
        waiting.add(check);
        check();
      }),
    pendingCount: () => pendingCount,
    messages: () => received.filter((r) => !/"type":"type(in|out)"/.test(r.body)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function sendResponse(
  reply: ScriptedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (reply === "hang") return;
  if (reply === "reset") {
    request.socket.resetAndDestroy();
    return;
  }
  if (typeof reply === "object" && "okAfter" in reply) await reply.okAfter;
  if (reply === "ok" || "okAfter" in reply) {
    response.writeHead(200, { "content-type": "application/json" }).end('{"result":"ok"}');
    return;
  }
  if ("raw" in reply) {
    request.socket.end(reply.raw);
    return;
  }
  const body = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(reply.body ?? "");
  response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
  if (reply.byteDelayMs === undefined) {
    response.end(body);
    return;
  }
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    const pause = reply.byteDelayMs;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  response.end();
}
