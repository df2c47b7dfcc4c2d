import { createServer } from "node:http";
import { Server } from "socket.io";
import { serveControlChannel } from "../harness/control-channel.ts";

/** Baseline Socket.IO: no authentication. A POST is emitted to its room. */
serveControlChannel();
const http = createServer();
const io = new Server(http, { perMessageDeflate: false, transports: ["websocket"] });
http.on("request", (request, response) => {
  if (request.method !== "POST") return;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    io.to((request.url ?? "").slice(1)).emit(
      "event",
      JSON.parse(Buffer.concat(chunks).toString("utf8")),
    );
    response.writeHead(200, { "content-length": 2 }).end("ok");
  });
});
io.on("connection", (socket) => {
  void socket.join(String(socket.handshake.query["room"]));
  socket.on("message", () => undefined);
});
http.listen(0, "127.0.0.1", 4096, () => {
  const address = http.address();
  console.log(`ready ${typeof address === "object" ? address?.port : ""}`);
});
