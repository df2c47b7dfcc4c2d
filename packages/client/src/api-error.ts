import type { Cursor } from "@parlour/protocol";

/** An error of the API (API-002). Without a response, code is `network` and status 0. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  /** HTTP status. 0 if no response arrived. */
  readonly status: number;
  /** Name of the rejected field, as in the request body. */
  readonly field: string | null;
  /** What there are too many of. Null for codes other than `at_limit`. */
  readonly limit: string | null;
  /** Address at which the installation is set up. Set for `wrong_address`. */
  readonly location: string | null;
  readonly requestId: string | null;
  /** Delay requested by the `Retry-After` header. Null if the response has none. */
  readonly retryAfterMs: number | null;
  /** Whole response body, for codes with more fields (`already_accepted`, `already_running`). */
  readonly body: unknown;
  /** Time of the error, Unix milliseconds. */
  readonly at: number;

  constructor(fields: {
    code: string;
    message: string;
    status: number;
    field?: string | null;
    limit?: string | null;
    location?: string | null;
    requestId?: string | null;
    retryAfterMs?: number | null;
    body?: unknown;
    at?: number;
  }) {
    super(fields.message);
    this.code = fields.code;
    this.status = fields.status;
    this.field = fields.field ?? null;
    this.limit = fields.limit ?? null;
    this.location = fields.location ?? null;
    this.requestId = fields.requestId ?? null;
    this.retryAfterMs = fields.retryAfterMs ?? null;
    this.body = fields.body;
    this.at = fields.at ?? Date.now();
  }
}

export interface ApiOptions {
  /** Origin and path before `/api/v1`. "" in the browser. */
  base: string;
  fetch?: typeof globalThis.fetch;
  /** API key, sent as a Bearer token. Without a key, the session cookie authenticates (API-003). */
  key?: string;
  /** Latest event that the page shows: a read replica must not answer with older data (API-380). */
  cursor?: () => Cursor | null;
  /** Called for each 401 response, so that the application can show the sign-in page. */
  onSignedOut?: () => void;
  /** Creates the request of an upload. For tests. */
  request?: () => XMLHttpRequest;
}
/** Converts an unsuccessful response to an error. Calls `onSignedOut` if the status is 401. */
export function toApiError(
  options: ApiOptions,
  response: { status: number; header: (name: string) => string | null; text: string },
): ApiError {
  const { status, header } = response;
  if (status === 401) options.onSignedOut?.();
  const body = parseJsonBody(response.text);
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const text = (key: string) => (typeof error[key] === "string" ? error[key] : null);
  return new ApiError({
    code: text("code") ?? `http_${status}`,
    message: text("message") ?? `The server answered ${status}.`,
    status,
    field: text("field"),
    limit: text("limit"),
    location: text("location"),
    requestId: text("request_id") ?? header("x-request-id"),
    retryAfterMs: parseRetryAfter(header("retry-after")),
    body,
  });
}

/** Parses `Retry-After` (seconds or a date). Returns the delay from now in milliseconds. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | null {
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Parses the JSON of a response. Returns undefined if the text is not JSON. */
export function parseJsonBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
