import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";

/** The address a request comes from, `X-Forwarded-For` believed of trusted proxies alone (CFG-008); as Fastify's `request.ip`, for upgrades. */
export function openClientAddress(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const trust = proxyAddr.compile([...trustProxy]);
  return (request) => (trustProxy.length === 0 ? (request.socket.remoteAddress ?? "") : proxyAddr(request, trust));
}
