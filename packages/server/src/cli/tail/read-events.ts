import type { Events } from "@parlour/protocol/api";
import type { Clock } from "../../core/command.ts";

/** Where the events come from. `url`: origin of the installation. */
export interface EventSource {
  readonly url: string;
  readonly key: string;
  /** Names of events. Empty: all. */
  readonly types: readonly string[];
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Called before each repeated attempt, with the reason of the last failure. */
  readonly onRetry: (reason: string) => void;
}

/** The feed refused a request, and would refuse it again. */
export class FeedRefusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const maxEvents = 1_000;
/** A poll without events ends after this time, so the connection is never idle for long. */
const waitSeconds = 30;
const requestTimeoutMs = (waitSeconds + 15) * 1_000;
const maxPauseMs = 30_000;

/** Returns the cursor before the first event of the account, or the one after the latest. */
export async function findStart(source: EventSource, from: "start" | "now"): Promise<string> {
  const { epoch, cursor } = await readPage(source, null, 0);
  return from === "now" ? cursor : `${epoch}:0`;
}

/**
 * Yields the events after `cursor` in pages, each with the cursor after it. Waits and tries again
 * if the installation does not answer. `endsAtHead`: ends when there are no more events. Throws
 * FeedRefusal.
 */
export async function* readEvents(
  source: EventSource,
  cursor: string,
  endsAtHead: boolean,
): AsyncGenerator<Events> {
  let after = cursor;
  // Events that are there already come without the pause in which others could join them.
  for (let waitS = 0; !source.signal.aborted;) {
    const page = await readPage(source, after, waitS);
    if (page.cursor !== after) yield page;
    after = page.cursor;
    const isAtHead = !page.more && page.events.length === 0;
    if (endsAtHead && !page.more) return;
    waitS = isAtHead ? waitSeconds : 0;
  }
}

async function readPage(source: EventSource, after: string | null, waitS: number): Promise<Events> {
  for (let failures = 0; ; failures++) {
    try {
      return await requestPage(source, after, waitS);
    } catch (error) {
      if (error instanceof FeedRefusal || source.signal.aborted) throw error;
      const pauseMs =
        error instanceof Busy ? error.afterMs : Math.min(1_000 * 2 ** failures, maxPauseMs);
      source.onRetry(error instanceof Error ? error.message : String(error));
      await pauseUnlessEnded(source, pauseMs);
    }
  }
}

/** Resolves after `ms` milliseconds, or as soon as the process must end. */
function pauseUnlessEnded({ clock, signal }: EventSource, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onEnd = (): void => resolve();
  const cancel = clock.scheduleAt(clock.now() + ms, onEnd);
  signal.addEventListener("abort", onEnd);
  return promise.finally(() => {
    cancel();
    signal.removeEventListener("abort", onEnd);
  });
}

/** The installation asks to repeat the request later. */
class Busy extends Error {
  readonly afterMs: number;
  constructor(status: number, afterMs: number) {
    super(`the installation answered ${status}`);
    this.afterMs = afterMs;
  }
}

async function requestPage(
  { url, key, types, signal, clock }: EventSource,
  after: string | null,
  waitS: number,
): Promise<Events> {
  const query = new URLSearchParams({ limit: String(maxEvents), wait: String(waitS) });
  if (after !== null) query.set("after", after);
  if (types.length > 0) query.set("types", types.join(","));
  const timeout = new AbortController();
  const cancel = clock.scheduleAt(clock.now() + requestTimeoutMs, () =>
    timeout.abort(new Error(`no response within ${requestTimeoutMs / 1_000} s`)),
  );
  try {
    const response = await fetch(`${url}/api/v1/events?${query}`, {
      headers: { authorization: `Bearer ${key}` },
      redirect: "error",
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    if (response.ok) return (await response.json()) as Events;
    throw await toFailure(response);
  } finally {
    cancel();
  }
}

async function toFailure(response: Response): Promise<Error> {
  const { status, headers, statusText } = response;
  if (status === 429 || status >= 500)
    return new Busy(status, Number(headers.get("retry-after") ?? 5) * 1_000);
  const body = (await response.json().catch(() => null)) as {
    readonly error?: { readonly code?: string; readonly message?: string };
  } | null;
  const { code = String(status), message = statusText } = body?.error ?? {};
  return new FeedRefusal(code, message);
}
