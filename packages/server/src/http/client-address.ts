import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";

/**
 * Creates a function that returns the client address of a request, or "" if its connection has
 * ended. `X-Forwarded-For` is used only from trusted proxies (CFG-008). The result equals Fastify's
 * `request.ip`, which does not exist for upgrades.
 */
export function createAddressReader(
  trustProxy: readonly string[],
): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile([...trustProxy]);
  return (request) => {
    const { remoteAddress = "" } = request.socket;
    // The library fails without the address of the connection.
    return trustProxy.length === 0 || remoteAddress === ""
      ? remoteAddress
      : proxyAddr(request, trust);
  };
}
