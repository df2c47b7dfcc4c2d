import type { FastifyRequest } from "fastify";
import type { RequestOrigin } from "../../auth/index.ts";

/** Returns address and user agent, for audit log and session lists (API-006, CORE-015). */
export function getRequestOrigin(request: FastifyRequest): RequestOrigin {
  return {
    address: request.clientAddress,
    requestId: request.id,
    userAgent: request.headers["user-agent"] ?? "",
  };
}
