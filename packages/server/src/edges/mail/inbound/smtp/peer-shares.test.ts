import { toClientAddress } from "../../../../core/client/address.ts";
import { describe, expect, it } from "vitest";
import { createPeerShares, toNetwork } from "./peer-shares.ts";

describe("shares of networks", () => {
  it("[MAIL-086] a network has a fifth of the connections, whatever its addresses", () => {
    const shares = createPeerShares({ maxConnections: 10, maxBytes: 1_000, minBytes: 1 });
    const first = shares.connect(toClientAddress("192.0.2.1"));
    expect(shares.connect(toClientAddress("192.0.2.2"))).not.toBeNull();
    expect(shares.connect(toClientAddress("::ffff:192.0.2.3"))).toBeNull();
    expect(shares.connect(toClientAddress("198.51.100.1"))).not.toBeNull();
    first?.();
    first?.();
    expect(shares.connect(toClientAddress("192.0.2.4"))).not.toBeNull();
    expect(shares.connect(toClientAddress("192.0.2.5"))).toBeNull();
  });
  it("[MAIL-086] a network has a fifth of the memory, and at least that of one mail", () => {
    const shares = createPeerShares({ maxConnections: 10, maxBytes: 1_000, minBytes: 300 });
    expect(shares.reserve(toClientAddress("2001:db8::1"), 300)).toBe(true);
    expect(shares.reserve(toClientAddress("2001:db8::2"), 1)).toBe(false);
    expect(
      ["a", "b", "c"].map((net) => shares.reserve(toClientAddress(`2001:db8:${net}::1`), 240)),
    ).toEqual([true, true, false]);
    shares.release(toClientAddress("2001:db8::1"), 300);
    expect(shares.reserve(toClientAddress("2001:db8::2"), 300)).toBe(true);
  });
  it("[MAIL-086] networks are the /24 of IPv4 and the /64 of IPv6", () => {
    expect(
      ["192.0.2.77", "::ffff:192.0.2.77", "2001:db8::77"].map((text) =>
        toNetwork(toClientAddress(text)),
      ),
    ).toEqual(["192.0.2.0/24", "192.0.2.0/24", "2001:db8:0:0::/64"]);
  });
});
