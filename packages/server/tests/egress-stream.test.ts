import http from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { createEgress, type Egress, type StreamRequest } from "../src/egress/index.ts";

/**
 * File requests through egress (CORE-123, CFG-033): streamed in both directions, limited and
 * guarded.
 */
let server: http.Server;
let url: string;
let socketCount = 0;
let respond: (request: http.IncomingMessage, response: http.ServerResponse, body: Buffer) => void;
const clock = new ManualClock();
let egress: Egress;
beforeAll(async () => {
  server = http.createServer((request, response) => {
    void buffer(request).then(
      (body) => respond(request, response, body),
      () => response.destroy(),
    );
  });
  server.on("connection", () => (socketCount += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/file`;
  egress = createEgress({ clock, allowed: () => [`127.0.0.1:${port}`] });
});
afterAll(() => {
  egress.close();
  server.closeAllConnections();
  server.close();
});

const openStream = (more: Partial<StreamRequest> = {}): ReturnType<Egress["open"]> =>
  egress.open({
    method: "GET",
    url,
    headers: {},
    headTimeoutMs: 1_000,
    timeoutMs: 5_000,
    maxReplyBytes: 100_000,
    ...more,
  });
async function expectAnswer(
  more: Partial<StreamRequest> = {},
): Promise<Extract<Awaited<ReturnType<Egress["open"]>>, { kind: "answered" }>> {
  const reply = await openStream(more);
  if (reply.kind === "failed") throw new Error(reply.message);
  return reply;
}

describe("streams through egress", () => {
  it("[CORE-120] gives status, headers and bytes; the connection serves again", async () => {
    respond = (_request, response) =>
      response.writeHead(206, { "x-a": "b" }).end(Buffer.alloc(50_000, 7));
    const reply = await expectAnswer();
    expect([reply.status, reply.headers["x-a"]]).toEqual([206, "b"]);
    expect((await buffer(reply.body)).length).toBe(50_000);
    await new Promise((resolve) => setImmediate(resolve));
    const before = socketCount;
    await buffer((await expectAnswer()).body);
    expect(socketCount).toBe(before);
  });

  it("[CFG-033] a body is sent as it is read, with its length", async () => {
    const received: { length: string | undefined; body: Buffer }[] = [];
    respond = (request, response, body) => {
      received.push({ length: request.headers["content-length"], body });
      response.end();
    };
    const parts = Array.from({ length: 10 }, (_, n) => Buffer.alloc(10_000, n));
    for (const method of ["PUT", "POST"] as const) {
      const reply = await expectAnswer({
        method,
        headers: { "content-length": "100000" },
        body: Readable.from(parts),
      });
      await buffer(reply.body);
    }
    const whole = { length: "100000", body: Buffer.concat(parts) };
    expect(received).toEqual([whole, whole]);
  });

  it("[CORE-120] more bytes than allowed end the answer, announced or not", async () => {
    respond = (_request, response) => response.end(Buffer.alloc(200_000));
    await expect(buffer((await expectAnswer()).body)).rejects.toThrow(/larger than 100000/);
    respond = (_request, response) => {
      response.write(Buffer.alloc(90_000));
      response.end(Buffer.alloc(90_000));
    };
    await expect(buffer((await expectAnswer()).body)).rejects.toThrow(/larger than 100000/);
  });

  it("[CORE-120] a head that does not come and a body that stops are ended by their times", async () => {
    const arrived = new Promise<void>((resolve) => {
      respond = () => resolve();
    });
    const stream = openStream();
    await arrived;
    await clock.advance(1_000);
    expect(await stream).toMatchObject({ kind: "failed", outcome: "timeout" });
    respond = (_request, response) => void response.write("begin");
    const reply = await expectAnswer();
    const read = buffer(reply.body).catch((error: unknown) => error);
    await clock.advance(5_000);
    expect(await read).toBeInstanceOf(Error);
  });

  it("[CORE-123] [CORE-120] private targets are refused without a connection, redirects are not followed", async () => {
    const before = socketCount;
    expect(await openStream({ url: "http://127.0.0.1:9/" })).toMatchObject({
      kind: "failed",
      outcome: "private_address",
    });
    expect(await openStream({ url: "http://[::1]/" })).toMatchObject({
      kind: "failed",
      outcome: "private_address",
    });
    expect(socketCount).toBe(before);
    respond = (_request, response) => response.writeHead(302, { location: url }).end();
    const reply = await expectAnswer();
    expect(reply.status).toBe(302);
    reply.body.resume();
  });

  it("[CORE-120] a kept connection that the peer closed costs nothing", async () => {
    respond = (_request, response) => response.end("one");
    await buffer((await expectAnswer()).body);
    await new Promise((resolve) => setImmediate(resolve));
    server.closeIdleConnections();
    expect(String(await buffer((await expectAnswer()).body))).toBe("one");
  });
});
