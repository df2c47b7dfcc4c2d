import ipaddr from "ipaddr.js";

/**
 * Class of an address. `metadata` addresses belong to services that return credentials of the
 * machine, and some are public. All special-purpose ranges of IPv4 are private. In IPv6, only
 * 2000::/3 is public, without the ranges for tunnels, documentation and translation. Mapped, NAT64,
 * 6to4 and Teredo forms of private addresses are therefore private too (reliability.md 6).
 */
export type AddressKind = "public" | "private" | "metadata";

export function classifyAddress(address: string): AddressKind {
  if (!ipaddr.isValid(address)) return "private";
  const ip = ipaddr.parse(address);
  const isMapped = ip.kind() === "ipv6" && (ip as ipaddr.IPv6).isIPv4MappedAddress();
  if (metadataAddresses.has(normalizeAddress(address))) return "metadata";
  if (isMapped) return "private";
  if (ip.kind() === "ipv4") return ip.range() === "unicast" ? "public" : "private";
  const inside = (range: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
    (ip as ipaddr.IPv6).match(range as [ipaddr.IPv6, number]);
  return inside(globalV6) && !excludedV6.some(inside) ? "public" : "private";
}

/** Returns the canonical address: mapped IPv4 as IPv4, and IPv6 compressed without zone. */
export function normalizeAddress(address: string): string {
  const ip = ipaddr.process(address.replace(/%.*$/, ""));
  return ip.toString();
}

/** Returns whether `address` is in `cidr`. false if families differ or `cidr` is invalid. */
export function isInside(address: string, cidr: string): boolean {
  if (!ipaddr.isValidCIDR(cidr) || !ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const range = ipaddr.parseCIDR(cidr);
  return ip.kind() === range[0].kind() && ip.match(range as never);
}

const globalV6 = ipaddr.parseCIDR("2000::/3");
const excludedV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map((cidr) =>
  ipaddr.parseCIDR(cidr),
);
const metadataAddresses = new Set([
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254",
]);
