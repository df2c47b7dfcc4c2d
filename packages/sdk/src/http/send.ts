import { getBackoffMs } from "@parlour/client/retry";
import { isTransientError, ParlourError, toParlourError } from "../parlour-error.ts";
import { type Timing, wait } from "./time.ts";

/** Options of everything that sends requests to Parlour. */
export interface HttpOptions {
  /** Replaces the `fetch` of the runtime. */
  readonly fetch?: typeof globalThis.fetch;
  /** Maximum number of repeats of a request. Default: 4. */
  readonly maxRetries?: number;
  /** Time for one attempt, from its start to the end of its response, in ms. Default: 30,000. */
  readonly timeoutMs?: number;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Whether a repeat is safe: the request changes nothing, or has an `Idempotency-Key`. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

export type SendDeps = HttpOptions & Timing;

const initialDelayMs = 500;
/** A response that asks for a longer delay is an error for the caller, who can wait better. */
const maxDelayMs = 60_000;

/**
 * Sends a request and returns what `read` returns for a successful response. Repeats it with
 * growing random delays if that is safe and the error is transient. Throws a `ParlourError`, or the
 * reason of the signal.
 */
export async function send<T>(
  deps: SendDeps,
  request: OutgoingRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await sendOnce(deps, request, read);
    } catch (error) {
      if (!(error instanceof ParlourError) || !request.isRepeatable || !isTransientError(error))
        throw error;
      const backoffMs = getBackoffMs(initialDelayMs, failures, deps.random());
      const delayMs = Math.max(backoffMs, error.retryAfterMs ?? 0);
      if (failures >= (deps.maxRetries ?? 4) || delayMs > maxDelayMs) throw error;
      await wait(deps, delayMs, request.signal);
    }
  }
}

/** Sends a request once. The time limit includes what `read` does. */
export async function sendOnce<T>(
  { fetch = globalThis.fetch, timeoutMs = 30_000, timers }: SendDeps,
  { url, method, headers, body, signal }: OutgoingRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const stop = (): void => abort.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  const timer = timers.set(() => abort.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal: abort.signal,
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw await toParlourError(response);
    return await read(response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ParlourError) throw error;
    const reason = abort.signal.aborted ? `within ${timeoutMs} ms` : `(${String(error)})`;
    throw new ParlourError(`No complete response from ${new URL(url).origin} ${reason}.`, {
      status: 0,
      code: "network",
      cause: error,
    });
  } finally {
    timers.clear(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Reads a JSON body. Throws a `ParlourError` if it is not JSON. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ParlourError("The response is not JSON.", {
      status: response.status,
      code: "bad_answer",
      requestId: response.headers.get("x-request-id"),
    });
  }
}
