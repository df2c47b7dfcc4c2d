import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";

/**
 * Creates a function that returns the client address of a request. `X-Forwarded-For` is used only
 * from trusted proxies (CFG-008). The result equals Fastify's `request.ip`, which does not exist
 * for upgrades.
 */
export function createAddressReader(
  trustProxy: readonly string[],
): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile([...trustProxy]);
  return (request) =>
    trustProxy.length === 0 ? (request.socket.remoteAddress ?? "") : proxyAddr(request, trust);
}
