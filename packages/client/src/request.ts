import { toApiError, ApiError, parseJsonBody, type ApiOptions } from "./api-error.ts";

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
export interface RequestOptions {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  /** A repeated request with the same key gets the first response (API-005). */
  idempotencyKey?: string;
  /** The request continues if the page is closed. */
  keepalive?: boolean;
}

export async function sendRequest<T>(
  options: ApiOptions,
  method: string,
  path: string,
  request: RequestOptions,
): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (options.key) headers["authorization"] = `Bearer ${options.key}`;
  // For a form, the browser sets the content type itself, because it contains the multipart
  // boundary.
  const isForm = request.body instanceof FormData;
  if (request.body !== undefined && !isForm) headers["content-type"] = "application/json";
  if (request.idempotencyKey) headers["idempotency-key"] = request.idempotencyKey;
  const cursor = method === "GET" ? (options.cursor?.() ?? null) : null;
  if (cursor !== null) headers["parlour-cursor"] = `${cursor.epoch}:${cursor.position}`;
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (request.body !== undefined)
    init.body = isForm ? (request.body as FormData) : JSON.stringify(request.body);
  if (request.signal) init.signal = request.signal;
  if (request.keepalive) init.keepalive = true;
  let response: Response;
  try {
    response = await (options.fetch ?? globalThis.fetch)(
      `${options.base}/api/v1${path}${toQueryString(request.query)}`,
      init,
    );
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new ApiError({ code: "network", status: 0, message: "No response from the server." });
  }
  return readResponse<T>(options, response);
}

async function readResponse<T>(options: ApiOptions, response: Response): Promise<T> {
  let text: string;
  try {
    text = await response.text();
  } catch {
    throw new ApiError({ code: "network", status: 0, message: "The response was interrupted." });
  }
  const body = parseJsonBody(text);
  if (response.ok) {
    if (response.status !== 204 && body === undefined)
      throw new ApiError({
        code: "bad_answer",
        status: response.status,
        message: "The response is not JSON.",
        requestId: response.headers.get("x-request-id"),
      });
    return body as T;
  }
  throw toApiError(options, {
    status: response.status,
    header: (name) => response.headers.get(name),
    text,
  });
}

function toQueryString(query: Query | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(
    (pair): pair is [string, string | number | boolean] =>
      pair[1] !== undefined && pair[1] !== null && pair[1] !== "",
  );
  return pairs.length === 0
    ? ""
    : `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()}`;
}
