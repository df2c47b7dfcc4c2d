import { parseJsonBody, parseRetryAfter } from "@parlour/client/api-error";

/**
 * An error response of Parlour, a missing response, or a request that a handler must not trust. It
 * is the only error that this package throws, except for the reason of an aborted signal.
 */
export class ParlourError extends Error {
  override readonly name = "ParlourError";
  /** HTTP status. 0 if no complete response arrived. */
  readonly status: number;
  /** Code for programs, such as `not_found`. `network` if no complete response arrived. */
  readonly code: string;
  /** Name of the rejected field of the request, or null. */
  readonly field: string | null;
  /** Id of the request in Parlour's log, or null. */
  readonly requestId: string | null;
  /** Delay that the response asks for (`Retry-After`), in milliseconds, or null. */
  readonly retryAfterMs: number | null;
  /** The parsed body of the response. Some codes have further fields there, such as `start`. */
  readonly body: unknown;

  constructor(
    message: string,
    fields: {
      readonly status: number;
      readonly code: string;
      readonly field?: string | null;
      readonly requestId?: string | null;
      readonly retryAfterMs?: number | null;
      readonly body?: unknown;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: fields.cause });
    this.status = fields.status;
    this.code = fields.code;
    this.field = fields.field ?? null;
    this.requestId = fields.requestId ?? null;
    this.retryAfterMs = fields.retryAfterMs ?? null;
    this.body = fields.body;
  }
}

/** Converts an unsuccessful response to an error. */
export async function toParlourError(response: Response): Promise<ParlourError> {
  const { status, headers } = response;
  const body = parseJsonBody(await response.text());
  const error = getRecord(getRecord(body)?.["error"]);
  const readText = (name: string): string | null => {
    const value = error?.[name];
    return typeof value === "string" ? value : null;
  };
  return new ParlourError(readText("message") ?? `The server answered ${status}.`, {
    status,
    code: readText("code") ?? `http_${status}`,
    field: readText("field"),
    requestId: readText("request_id") ?? headers.get("x-request-id"),
    retryAfterMs: parseRetryAfter(headers.get("retry-after")),
    body,
  });
}

function getRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

const transientStatuses = new Set([0, 408, 425, 429, 500, 502, 503, 504]);

/** Returns true if the same request can succeed later. */
export function isTransientError(error: ParlourError): boolean {
  return transientStatuses.has(error.status);
}
