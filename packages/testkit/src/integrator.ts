import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { patienceMs } from "./patience.ts";

/** What the stand-in answers: a JSON `ok`, or anything hostile that an endpoint can do. */
export type Reply =
  | "ok"
  | "hang"
  | "reset"
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer; readonly byteDelayMs?: number }
  /** Bytes written to the socket as they are. */
  | { readonly raw: string | Buffer };

export interface Received {
  readonly n: number;
  /** Milliseconds of the machine's clock. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** A real HTTP server in the role of an integrator's endpoint, told what to answer and asked what it received. */
export interface Integrator {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** What to answer from now on: one reply, or a function of the request. */
  answer(reply: Reply | ((request: Received) => Reply)): void;
  /** Resolves when `count` requests have arrived in all; rejects after `withinMs`. */
  arrived(count: number, withinMs?: number): Promise<readonly Received[]>;
  /** Requests other than typing notices. */
  messages(): readonly Received[];
  /** Requests that were left without an answer, or get one byte after another, and whose sender still waits. */
  hanging(): number;
  close(): Promise<void>;
}

export async function startIntegrator(port = 0): Promise<Integrator> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let choose: (request: Received) => Reply = () => "ok";
  let hanging = 0;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one: Received = {
        n: received.length + 1,
        at: Date.now(),
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      received.push(one);
      for (const check of waiting) check();
      const reply = choose(one);
      if (reply === "hang" || (typeof reply === "object" && "byteDelayMs" in reply)) {
        hanging += 1;
        response.once("close", () => (hanging -= 1));
      }
      void give(reply, request, response);
    });
    request.on("error", () => response.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const bound = (server.address() as AddressInfo).port;

  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    received,
    answer(reply) {
      choose = typeof reply === "function" ? reply : () => reply;
    },
    arrived: (count, withinMs = patienceMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`${received.length} of ${count} requests arrived within ${withinMs} ms`));
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
    hanging: () => hanging,
    messages: () => received.filter((r) => !/"type":"type(in|out)"/.test(r.body)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function give(reply: Reply, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (reply === "hang") return;
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
