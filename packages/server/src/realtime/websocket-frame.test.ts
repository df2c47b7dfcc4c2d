import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import { expect, test } from "vitest";
import { encodeTextFrames } from "./websocket-frame.ts";

test("[API-100] frames of every header size are read by a WebSocket, beside its own close frame", async () => {
  const texts = [
    "",
    "a",
    "é".repeat(62),
    "x".repeat(125),
    "x".repeat(126),
    "🧭".repeat(200),
    "x".repeat(65_535),
    "x".repeat(65_536),
    "y".repeat(200_000),
  ];
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket, request) => {
    request.socket.write(encodeTextFrames(texts));
    socket.close(4001);
  });
  await new Promise((resolve) => void server.once("listening", resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: string[] = [];
  client.on("message", (data: Buffer) => received.push(data.toString()));
  const code = await new Promise((resolve) => void client.once("close", resolve));
  expect(received).toEqual(texts);
  expect(code).toBe(4001);
  await new Promise((resolve) => {
    server.close(resolve);
  });
});
