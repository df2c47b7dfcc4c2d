import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { FastifyInstance } from "fastify";
import { parseClientAddress, toClientAddress, type ClientAddress } from "../core/client/address.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Address of the client (CFG-165). Never use `ip`, which is not parsed. */
    readonly clientAddress: ClientAddress;
  }
}
/** Returns the client address of a request or a handshake, behind trusted proxies (CFG-008). */
export type ReadClientAddress = (request: IncomingMessage) => ClientAddress;

/** Headers with which a proxy names the client for which it sends a request. */
export const forwardingHeaders = ["x-forwarded-for", "forwarded", "x-real-ip", "via"] as const;

/**
 * Creates a function that returns the client address of a request. `X-Forwarded-For` is used only
 * from trusted proxies (CFG-008): its entries are read from the right, up to the first that no
 * trusted proxy wrote. An entry that is no address ends it, so the proxy that sent it counts as the
 * client (CFG-165). `onUntrusted` is called with the address of a peer that is no trusted proxy and
 * names another client.
 */
export function createAddressReader(
  trustProxy: readonly string[],
  onUntrusted: (peer: ClientAddress) => void = () => undefined,
): ReadClientAddress {
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return ({ socket, headers }) => {
    let client = toClientAddress(socket.remoteAddress);
    const { "x-forwarded-for": forwarded } = headers;
    if (forwarded === undefined && headers.forwarded === undefined) return client;
    if (client !== "" && !isTrusted(client, 0)) onUntrusted(client);
    if (forwarded === undefined) return client;
    // Node joins repeated headers with commas.
    for (const entry of String(forwarded).split(",").toReversed()) {
      const next = client !== "" && isTrusted(client, 0) ? parseClientAddress(entry) : null;
      if (next === null) break;
      client = next;
    }
    return client;
  };
}

/** Gives each request its `clientAddress`. */
export function addClientAddress(app: FastifyInstance, read: ReadClientAddress): void {
  app.decorateRequest("clientAddress", {
    getter() {
      return read(this.raw);
    },
  });
}
