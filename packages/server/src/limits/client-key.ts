import type { ClientAddress } from "../core/client/address.ts";
/**
 * Returns the key under which a client address is counted. IPv4 addresses are counted unchanged.
 * IPv6 addresses are counted by their /64, which usually belongs to one client.
 */
export function toClientKey(address: ClientAddress): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined
      ? front
      : [
          ...front,
          ...Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0"),
          ...back,
        ];
  return `${groups
    .slice(0, 4)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(":")}::/64`;
}
