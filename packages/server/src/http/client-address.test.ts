import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createAddressReader } from "./client-address.ts";

const createRequest = (remoteAddress: string | undefined, forwarded: string): IncomingMessage =>
  ({
    headers: { "x-forwarded-for": forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

test("[CFG-008] a client's address is that of its connection, and what trusted proxies say of it", () => {
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

test.each([
  ["198.51.100.1", "198.51.100.1"],
  ["198.51.100.1:5678", "198.51.100.1"],
  [" 198.51.100.1:5678 ", "198.51.100.1"],
  ["for=198.51.100.1:5678;proto=https", "198.51.100.1"],
  ['for="[2001:db8::1]:4711"', "2001:db8::1"],
  ["[2001:DB8:0:0::1]:80", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["::ffff:198.51.100.1", "198.51.100.1"],
  ["[::ffff:c633:6401]:443", "198.51.100.1"],
  ["fe80::1%eth0", "fe80::1"],
])("[CFG-165] the entry %j is the address %s", (entry, address) => {
  expect(createAddressReader(["127.0.0.1"])(createRequest("127.0.0.1", entry))).toBe(address);
  expect(createAddressReader(["127.0.0.1"])(createRequest("::ffff:127.0.0.1", entry))).toBe(
    address,
  );
});

test.each([
  "",
  "unknown",
  "_hidden",
  "for=unknown",
  "a name",
  "1.2.3",
  "1.2.3.456",
  "01.2.3.4",
  "1.2.3.4:five",
  "1.2.3.4.5",
  "[::1",
  "[1.2.3.4]",
  ":",
  "2001:db8::g",
  "<script>",
])("[CFG-165] the entry %j is no address, so the proxy itself is the client", (entry) => {
  const read = createAddressReader(["127.0.0.1", "10.0.0.0/8"]);
  expect(read(createRequest("127.0.0.1", entry))).toBe("127.0.0.1");
  expect(read(createRequest("127.0.0.1", `198.51.100.1, ${entry}`))).toBe("127.0.0.1");
  expect(read(createRequest("127.0.0.1", `${entry}, 10.0.0.1`))).toBe("10.0.0.1");
});

test("[CFG-165] a mapped IPv4 address of a connection is that IPv4 address", () => {
  expect(createAddressReader([])(createRequest("::ffff:192.0.2.7", ""))).toBe("192.0.2.7");
});
