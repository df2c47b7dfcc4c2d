import type { ClientAddress } from "../../core/client/address.ts";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { ApiError } from "@parlour/protocol/api";

/** Calls routes of the service API in this process, as one principal. */
export interface ServiceApiClient {
  /** `path` is below `/api/v1`. Values of `query` that are undefined are omitted. */
  get<T>(path: string, query?: ServiceApiQuery): Promise<T>;
  /** `key` is the `Idempotency-Key` (API-005). */
  send<T>(method: "POST" | "PUT" | "PATCH", path: string, body: unknown, key?: string): Promise<T>;
  delete(path: string): Promise<void>;
}
type ServiceApiQuery = Readonly<Record<string, string | number | undefined>>;

/** An error response of the service API. */
export class ServiceApiError extends Error {
  readonly status: number;
  readonly error: Pick<ApiError["error"], "code" | "message" | "field">;
  /** Seconds of `Retry-After`, or null. */
  readonly retryAfterS: number | null;

  constructor(status: number, error: ServiceApiError["error"], retryAfterS: number | null) {
    super(`${error.code}: ${error.message}`);
    this.name = "ServiceApiError";
    this.status = status;
    this.error = error;
    this.retryAfterS = retryAfterS;
  }
}

/** The request for which the routes are called. */
export interface CallingRequest {
  /** Client address, for the audit log. */
  readonly address: ClientAddress;
  /** Host header, which decides whether routes of operators are served (CFG-053). */
  readonly host: string;
}
export interface ServiceApiClientDeps {
  readonly routing: FastifyInstance["routing"];
  /** Makes a request act as the principal without credentials. */
  readonly assignPrincipal: (request: IncomingMessage) => void;
}

/**
 * Creates a client that passes requests to the routes themselves, without a connection. So a tool
 * has the checks, the visibility and the validation of the route, and no others.
 */
export function createServiceApiClient(
  deps: ServiceApiClientDeps,
  { address, host }: CallingRequest,
): ServiceApiClient {
  const call = async <T>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    { query = {}, ...options }: { query?: ServiceApiQuery; body?: unknown; key?: string },
  ): Promise<T> => {
    const library = await import("light-my-request");
    const response = await library.default(
      (request, reply) => {
        deps.assignPrincipal(request as unknown as IncomingMessage);
        deps.routing(request as never, reply as never);
      },
      {
        method,
        url: `/api/v1${path}`,
        query: toQueryTexts(query),
        remoteAddress: address,
        headers: {
          host,
          "content-type": options.body === undefined ? undefined : "application/json",
          ...omitAbsent({ "idempotency-key": options.key }),
        },
        ...(options.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
      },
    );
    const body: unknown = response.payload === "" ? null : JSON.parse(response.payload);
    if (response.statusCode < 400) return body as T;
    const retryAfter = Number(response.headers["retry-after"]);
    throw new ServiceApiError(
      response.statusCode,
      (body as ApiError).error,
      Number.isFinite(retryAfter) ? retryAfter : null,
    );
  };
  return {
    get: (path, query = {}) => call("GET", path, { query }),
    send: (method, path, body, key) => call(method, path, { body, ...omitAbsent({ key }) }),
    delete: (path) => call("DELETE", path, {}),
  };
}

function toQueryTexts(query: ServiceApiQuery): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) texts[name] = String(value);
  return texts;
}
