import { createServer } from "node:http";
import { WebSocketServer, type WebSocket } from "ws";
import { serveControlChannel } from "../harness/control-channel.ts";

/**
 * Baseline bare `ws`: no authentication, and no state except the sockets. A POST is sent unchanged
 * to all sockets of its room.
 */
serveControlChannel();
const rooms = new Map<string, Set<WebSocket>>();
const http = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    for (const socket of rooms.get((request.url ?? "").slice(1)) ?? [])
      socket.send(body, { binary: false });
    response.writeHead(200, { "content-length": 2 }).end("ok");
  });
});
const server = new WebSocketServer({
  server: http,
  perMessageDeflate: false,
  clientTracking: false,
});
server.on("connection", (socket, request) => {
  const name = new URL(request.url ?? "", "http://x").searchParams.get("room") ?? "";
  const room = rooms.get(name) ?? new Set();
  rooms.set(name, room.add(socket));
  socket.on("message", () => undefined);
  socket.on("close", () => room.delete(socket));
});
http.listen(0, "127.0.0.1", 4096, () => {
  const address = http.address();
  console.log(`ready ${typeof address === "object" ? address?.port : ""}`);
});
