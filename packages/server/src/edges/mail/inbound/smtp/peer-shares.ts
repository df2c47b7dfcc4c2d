import type { ClientAddress } from "../../../../core/client/address.ts";
import { toClientKey } from "../../../../limits/client-key.ts";

/** What one network may use of a receiver, so that others find a place (MAIL-086). */
export interface PeerShares {
  /** Returns a function that ends the connection, or null above the network's or all shares. */
  connect(address: ClientAddress): (() => void) | null;
  /** Takes memory for a mail. Returns false above the share of the network or of all. */
  reserve(address: ClientAddress, bytes: number): boolean;
  release(address: ClientAddress, bytes: number): void;
}
export interface PeerShareLimits {
  readonly maxConnections: number;
  readonly maxBytes: number;
  /** Every network may use this memory at least, because a mail must fit into its share. */
  readonly minBytes: number;
}

/** Part of the connections and of the memory that one network may use. */
const share = 1 / 5;

/** Creates the shares of the networks of one receiver. */
export function createPeerShares(limits: PeerShareLimits): PeerShares {
  const connections = new Map<string, number>();
  const bytesOf = new Map<string, number>();
  let totalConnections = 0;
  let totalBytes = 0;
  const maxConnections = Math.ceil(limits.maxConnections * share);
  const maxBytes = Math.max(limits.maxBytes * share, limits.minBytes);
  return {
    connect(address) {
      const network = toNetwork(address);
      const isFull = totalConnections >= limits.maxConnections;
      if (isFull || (connections.get(network) ?? 0) >= maxConnections) return null;
      add(connections, network, 1);
      totalConnections += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        add(connections, network, -1);
        totalConnections -= 1;
      };
    },
    reserve(address, bytes) {
      const network = toNetwork(address);
      const next = (bytesOf.get(network) ?? 0) + bytes;
      if (next > maxBytes || totalBytes + bytes > limits.maxBytes) return false;
      add(bytesOf, network, bytes);
      totalBytes += bytes;
      return true;
    },
    release(address, bytes) {
      add(bytesOf, toNetwork(address), -bytes);
      totalBytes -= bytes;
    },
  };
}

/** Changes a number. Removes it at zero, so that only networks in use need memory. */
function add(map: Map<string, number>, key: string, change: number): void {
  const next = (map.get(key) ?? 0) + change;
  if (next > 0) map.set(key, next);
  else map.delete(key);
}

/** Returns the network of an address: the /24 of IPv4, the /64 of IPv6. */
export function toNetwork(address: ClientAddress): string {
  const key = toClientKey(address);
  return key.includes(":") ? key : key.replace(/\.\d+$/, ".0/24");
}
