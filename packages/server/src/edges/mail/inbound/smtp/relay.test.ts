import { toClientAddress } from "../../../../core/client/address.ts";
import { expect, it } from "vitest";
import { isRelay } from "./relay.ts";

it("[CON-062] clients in private networks are relays", () => {
  expect(
    ["127.0.0.1", "::ffff:10.1.2.3", "fd12::1", "::1", "172.31.0.1"]
      .map(toClientAddress)
      .filter(isRelay),
  ).toHaveLength(5);
  expect(
    ["192.0.2.1", "::ffff:198.51.100.7", "2001:db8::1", "172.32.0.1"]
      .map(toClientAddress)
      .filter(isRelay),
  ).toEqual([]);
});
