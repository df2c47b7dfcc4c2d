import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { ManualClock } from "../../clock.ts";
import { sendClientErrorResponse } from "../answers/error-responses.ts";
import { extendUploadTimeout } from "./upload-timeout.ts";

/**
 * Starts a real server with a short request timeout, which the path `/long` extends. Sends half a
 * request.
 */
async function startRequest(path: string): Promise<{
  timedOut: Promise<unknown>;
  socket: net.Socket;
  answer: Promise<string>;
  close: () => void;
}> {
  const clock = new ManualClock();
  const server = http.createServer(
    { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 100 },
    (request, response) => {
      const done = request.url === "/long" ? extendUploadTimeout(request, clock) : () => undefined;
      request.on("error", () => undefined).resume();
      request.on("end", () => {
        done();
        response.end("taken");
      });
    },
  );
  const timedOut = once(server, "clientError");
  server.on("clientError", (error: Error, socket) =>
    sendClientErrorResponse(error, socket as net.Socket),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  const chunks: Buffer[] = [];
  const answer = new Promise<string>((resolve) => {
    socket.on("data", (chunk) => chunks.push(chunk)).on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString()));
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 10\r\n\r\n12345`,
  );
  return { timedOut, socket, answer, close: () => server.close() };
}

test("[API-071] [F11] a body with leave to be long outlives the server's time for a request; any other is answered 408", async () => {
  const long = await startRequest("/long");
  await long.timedOut;
  long.socket.write("67890");
  expect(await long.answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*taken$/);
  long.close();
  const short = await startRequest("/short");
  await short.timedOut;
  expect(await short.answer).toMatch(/^HTTP\/1\.1 408 /);
  short.close();
});
