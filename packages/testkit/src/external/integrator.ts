import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { collectArrivals } from "./arrivals.ts";

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
      /** The body never ends. */
      readonly endless?: true;
    }
  /** Bytes written to the socket unchanged. */
  | { readonly raw: string | Buffer };
type ChooseResponse = (request: ReceivedRequest) => ScriptedResponse | Promise<ScriptedResponse>;

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
  respondWith(reply: ScriptedResponse | ChooseResponse): void;
  /** Resolves when `count` requests in total have arrived. Rejects after `withinMs`. */
  waitForRequests(count: number, withinMs?: number): Promise<readonly ReceivedRequest[]>;
  /** Returns the received requests except typing notices. */
  messages(): readonly ReceivedRequest[];
  /** Returns the number of requests that have no complete response yet. */
  pendingCount(): number;
  close(): Promise<void>;
}

export async function startIntegrator(port = 0): Promise<FakeIntegrator> {
  const arrivals = collectArrivals<ReceivedRequest>("requests");
  const received = arrivals.list;
  let chooseResponse: ChooseResponse = () => "ok";
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
      arrivals.add(entry);
      const reply = chooseResponse(entry);
      if (reply === "hang" || (typeof reply === "object" && "byteDelayMs" in reply)) {
        pendingCount += 1;
        response.once("close", () => (pendingCount -= 1));
      }
      void Promise.resolve(reply).then((chosen) => sendResponse(chosen, request, response));
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
    waitForRequests: arrivals.waitFor,
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
  // The client may be gone, if the test has waited.
  if (reply === "hang" || response.destroyed) return;
  if (reply === "reset") {
    request.socket.resetAndDestroy();
    return;
  }
  if (reply === "ok") {
    response.writeHead(200, { "content-type": "application/json" }).end('{"result":"ok"}');
    return;
  }
  if ("raw" in reply) {
    request.socket.end(reply.raw);
    return;
  }
  const body = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(reply.body ?? "");
  response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
  if (reply.endless === true) {
    await sendWithoutEnd(response);
    return;
  }
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

/** Sends a body until the client closes the connection. */
async function sendWithoutEnd(response: ServerResponse): Promise<void> {
  const filler = Buffer.alloc(64 * 1024, 120);
  const closed = new Promise((resolve) => response.once("close", resolve));
  while (!response.destroyed) {
    if (!response.write(filler))
      await Promise.race([new Promise((resolve) => response.once("drain", resolve)), closed]);
  }
}
