import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createAddressReader } from "./client-address.ts";

const createRequest = (remoteAddress: string | undefined, forwarded: string): IncomingMessage =>
  ({
    headers: { "x-forwarded-for": forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

test("[CFG-008] a window's address is that of its connection, and what trusted proxies say of it", () => {
  expect(createAddressReader([])(createRequest("192.0.2.7", "198.51.100.1"))).toBe("192.0.2.7");
  const readBehindProxy = createAddressReader(["127.0.0.1", "10.0.0.0/8"]);
  expect(readBehindProxy(createRequest("192.0.2.7", "198.51.100.1"))).toBe("192.0.2.7");
  expect(readBehindProxy(createRequest("127.0.0.1", "198.51.100.1"))).toBe("198.51.100.1");
  // The result is the first address from the right that is not a trusted proxy. Anyone can forge
  // the addresses to its left.
  expect(readBehindProxy(createRequest("127.0.0.1", "203.0.113.9, 198.51.100.1, 10.1.1.1"))).toBe(
    "198.51.100.1",
  );
});

test("[CFG-008] a request whose connection has ended has no address", () => {
  for (const trusted of [[], ["127.0.0.1"]])
    expect(createAddressReader(trusted)(createRequest(undefined, "198.51.100.1"))).toBe("");
});
