import type { FastifyRequest } from "fastify";
import type { RequestOrigin } from "../../auth/index.ts";

/**
 * Returns the address and user agent of a request, for the audit log and the session lists
 * (API-006, CORE-015).
 */
export function getRequestOrigin(request: FastifyRequest): RequestOrigin {
  return {
    address: request.ip,
    requestId: request.id,
    userAgent: request.headers["user-agent"] ?? "",
  };
}
