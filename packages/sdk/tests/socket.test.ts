import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createManualTimers } from "@parlour/client/manual-timers";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer, type WebSocket } from "ws";
import { openParlour, type ParlourOptions } from "../src/service/parlour.ts";
import { fastTiming } from "./fast-timing.ts";
import { startServer } from "./test-server.ts";

/** The operator socket against a server that behaves as a test needs it. */

const epoch = "e1";
interface SocketServer {
  readonly url: string;
  /** Positions of the cursors with which clients said hello. Null: none. */
  readonly hellos: (number | null)[];
  readonly sockets: WebSocket[];
}

/**
 * Starts a server that calls `onHello` for each socket. Null: it lets none pass. A long poll has no
 * events, a stream has one.
 */
async function startSocketServer(
  onHello: ((socket: WebSocket, after: number) => void) | null,
): Promise<SocketServer> {
  const hellos: (number | null)[] = [];
  const sockets: WebSocket[] = [];
  const server: Server = createServer((request, response) => {
    if (request.headers.accept === "text/event-stream") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`retry: 1\nid: ${epoch}:0\n\n`);
      response.write(`id: ${epoch}:1\nevent: chat_created\ndata: ${event(1)}\n\n`);
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`{"epoch":"${epoch}","events":[],"cursor":"${epoch}:0","more":false}`);
  });
  const webSockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, stream, head) => {
    if (onHello === null) return void stream.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    if (request.headers.authorization !== "Bearer pk_1") return void stream.destroy();
    webSockets.handleUpgrade(request, stream, head, (socket) => {
      sockets.push(socket);
      socket.on("message", (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as {
          type: string;
          after: { position: number } | null;
        };
        if (frame.type === "ping") socket.send('{"type":"pong"}');
        if (frame.type !== "hello") return;
        hellos.push(frame.after?.position ?? null);
        onHello(socket, frame.after?.position ?? 0);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hellos, sockets };
}

const event = (position: number): string =>
  JSON.stringify({ type: "event", position, at: "", name: "chat_created", data: {} });
function sendReady(socket: WebSocket, position: number): void {
  socket.send(
    JSON.stringify({ type: "ready", epoch, position, mode: "catching_up", presence: [] }),
  );
}
const sendLive = (socket: WebSocket, position: number): void =>
  socket.send(JSON.stringify({ type: "live", position }));
const openClient = (url: string, options: Partial<ParlourOptions> = {}) =>
  openParlour({ url, apiKey: "pk_1", ...options }, fastTiming);

test("[API-105] a slow consumer closes the socket at 1,000 events and continues at its cursor", async () => {
  const last = 3_500;
  const server = await startSocketServer((socket, after) => {
    sendReady(socket, last);
    for (let position = after + 1; position <= last; position += 1) socket.send(event(position));
    sendLive(socket, last);
  });
  const positions: number[] = [];
  for await (const { position } of openClient(server.url).events({ after: `${epoch}:0` })) {
    positions.push(position);
    // The program does nothing until the client has closed the socket.
    if (position === 1) await once(server.sockets[0] as WebSocket, "close");
    if (position === last) break;
  }
  expect(positions).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  expect(server.hellos.slice(0, 2)).toEqual([0, 1_001]);
});

test("[API-375] a client that is asked to move opens a second socket at its cursor, and nothing is missing or twice", async () => {
  const server = await startSocketServer((socket, after) => {
    const isFirst = server.sockets.length === 1;
    sendReady(socket, isFirst ? 2 : 5);
    for (let position = after + 1; position <= (isFirst ? 2 : 5); position += 1)
      socket.send(event(position));
    sendLive(socket, isFirst ? 2 : 5);
    if (!isFirst) return;
    socket.send(JSON.stringify({ type: "move", within_ms: 60_000 }));
    // The first socket stays in use until the second one is live.
    socket.send(event(3));
    socket.send(event(4));
  });
  const positions: number[] = [];
  for await (const { position } of openClient(server.url).events({ after: `${epoch}:0` })) {
    positions.push(position);
    if (position === 5) break;
  }
  expect(positions).toEqual([1, 2, 3, 4, 5]);
  expect(server.sockets).toHaveLength(2);
  expect(server.hellos[0]).toBe(0);
});

test("[API-105] a key that ends is an error, not a reconnect", async () => {
  const server = await startSocketServer((socket) => socket.close(4001));
  await expect(
    openClient(server.url)
      .events({ after: `${epoch}:0` })
      .next(),
  ).rejects.toMatchObject({ name: "ParlourError", status: 401 });
  expect(server.sockets).toHaveLength(1);
});

test("[API-390] if a proxy lets no socket pass, the stream is used", async () => {
  const server = await startSocketServer(null);
  const feed = openClient(server.url).events();
  expect((await feed.next()).value).toMatchObject({ position: 1, cursor: `${epoch}:1` });
  await feed.return();
});

test("[API-390] a runtime whose WebSocket takes no headers uses the stream, and `socket` is refused", async () => {
  const server = await startSocketServer(null);
  class BrowserSocket {
    constructor() {
      throw new SyntaxError("The subprotocol is invalid.");
    }
  }
  const client = openClient(server.url, { WebSocket: BrowserSocket });
  const feed = client.events();
  expect((await feed.next()).value).toMatchObject({ position: 1 });
  await feed.return();
  await expect(client.events({ transport: "socket" }).next()).rejects.toMatchObject({
    code: "no_socket",
  });
});

test("[API-390] a stream that is silent for a minute is opened again", async () => {
  const server = await startSocketServer(null);
  const timers = createManualTimers();
  let opened = 0;
  const fetch: typeof globalThis.fetch = (...parameters) => {
    opened += 1;
    return globalThis.fetch(...parameters);
  };
  const client = openParlour(
    { url: server.url, apiKey: "pk_1", fetch },
    { timers, random: () => 0 },
  );
  const feed = client.events({ transport: "stream" });
  await feed.next();
  const next = feed.next();
  await timers.advance(59_000);
  expect(opened).toBe(1);
  await expect
    .poll(
      async () => {
        await timers.advance(1_000);
        return opened;
      },
      { interval: 2 },
    )
    .toBe(2);
  expect((await next).value).toMatchObject({ position: 1 });
  await feed.return();
});

test.each(["socket", "stream", "poll", undefined] as const)(
  "[API-100] an address without a server is an error after some attempts (%s)",
  async (transport) => {
    const feed = openClient("http://127.0.0.1:9").events(
      transport === undefined ? {} : { transport },
    );
    await expect(feed.next()).rejects.toMatchObject({ code: "network", status: 0 });
  },
);

test("[API-390] an answer that is no stream is an error", async () => {
  const { url } = await startServer((response) => response.end("<html>"));
  const feed = openClient(url).events({ transport: "stream" });
  await expect(feed.next()).rejects.toMatchObject({ code: "bad_answer" });
});

test("[API-105] [CFG-153] after a move of the account, the feed continues at its cursor at the new address", async () => {
  const target = await startSocketServer((socket, after) => {
    sendReady(socket, 2);
    for (let position = after + 1; position <= 2; position += 1) socket.send(event(position));
    sendLive(socket, 2);
  });
  const source = await startServer((response) => {
    response.writeHead(410, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ error: { code: "account_moved", message: "", location: target.url } }),
    );
  });
  const positions: number[] = [];
  const feed = openClient(source.url).events({ after: `${epoch}:0`, transport: "socket" });
  for await (const { position } of feed) {
    positions.push(position);
    if (position === 2) break;
  }
  expect([positions, target.hellos]).toEqual([[1, 2], [0]]);
});
