import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startFaultProxy, type ProxyMode } from "./fault-proxy.ts";

/** One connection through a proxy, with the text that each side has received. */
async function openConnection(mode: ProxyMode) {
  const received = { client: "", server: "" };
  const accepted = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    socket.on("data", (chunk) => (received.server += chunk.toString()));
    accepted.resolve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy = await startFaultProxy((server.address() as AddressInfo).port);
  proxy.setMode(mode);
  const client = connect(proxy.port, "127.0.0.1");
  client.on("data", (chunk) => (received.client += chunk.toString()));
  onTestFinished(async () => {
    client.destroy();
    await proxy.close();
    server.close();
  });
  return { proxy, client, server: await accepted.promise, received };
}

test("a proxy that holds back requests or responses forwards the other direction, and the bytes in order when it ends", async () => {
  const requests = await openConnection("hold-requests");
  requests.client.write("one ");
  requests.server.write("answer");
  await expect.poll(() => requests.received.client).toBe("answer");
  expect(requests.received.server).toBe("");
  requests.client.write("two");
  requests.proxy.setMode("pass");
  await expect.poll(() => requests.received.server).toBe("one two");

  const responses = await openConnection("hold-responses");
  responses.server.write("one ");
  responses.client.write("question");
  await expect.poll(() => responses.received.server).toBe("question");
  expect(responses.received.client).toBe("");
  responses.server.write("two");
  responses.proxy.setMode("pass");
  await expect.poll(() => responses.received.client).toBe("one two");
});

test("a proxy that holds back both directions also does so for connections that were open before", async () => {
  const { proxy, client, server, received } = await openConnection("pass");
  client.write("before");
  await expect.poll(() => received.server).toBe("before");
  proxy.setMode("hold");
  client.write(" later");
  server.write("answer");
  const other = await openConnection("pass");
  other.client.write("passed");
  await expect.poll(() => other.received.server).toBe("passed");
  expect(received).toEqual({ client: "", server: "before" });
  proxy.setMode("pass");
  await expect.poll(() => received.server).toBe("before later");
  await expect.poll(() => received.client).toBe("answer");
});
