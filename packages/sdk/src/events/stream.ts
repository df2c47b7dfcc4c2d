import { ParlourError } from "../parlour-error.ts";
import { buildQuery, requestEvents, type FeedContext } from "./feed-context.ts";
import { parseEventStream } from "./event-stream.ts";
import type { EventFrame, FeedItem } from "./types.ts";

/** Parlour sends a comment every 25 s, so a stream that is silent longer is dead, in ms. */
const maxSilenceMs = 60_000;
/** Delay before the next response if the stream names none, in ms. */
const defaultRetryMs = 1_000;

/**
 * Reads server-sent events until their stream ends (API-390). Returns the delay that the stream
 * asks for. An interrupted stream is a `ParlourError` with status 0.
 */
export async function* readStream(context: FeedContext): AsyncGenerator<FeedItem, number> {
  const body = await requestEvents(context, buildQuery(context), {
    accept: "text/event-stream",
    read: getStream,
  });
  const reader = body.getReader();
  const { timers, signal } = context;
  let isDead = false;
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  let silence: unknown = null;
  const restartSilence = (): void => {
    timers.clear(silence);
    silence = timers.set(() => {
      isDead = true;
      cancel();
    }, maxSilenceMs);
  };
  signal?.addEventListener("abort", cancel, { once: true });
  let retryMs = defaultRetryMs;
  try {
    restartSilence();
    for await (const block of parseEventStream(() => reader.read().finally(restartSilence))) {
      retryMs = block.retryMs ?? retryMs;
      if (block.id === null) continue;
      const cursor = block.id;
      if (block.event === "reset") yield { kind: "reset", cursor };
      else if (block.data === null) yield { kind: "progress", cursor };
      else yield { kind: "event", frame: JSON.parse(block.data) as EventFrame, cursor };
    }
  } catch (error) {
    throw toInterruption(error);
  } finally {
    timers.clear(silence);
    signal?.removeEventListener("abort", cancel);
    cancel();
  }
  if (signal?.aborted) throw signal.reason;
  if (isDead) throw toInterruption(new Error(`No data within ${maxSilenceMs} ms.`));
  return retryMs;
}

/** Returns the body of a stream. Throws an error that a repeat cannot correct for another body. */
async function getStream(response: Response): Promise<ReadableStream<Uint8Array>> {
  const { body, headers, status } = response;
  if (body !== null && headers.get("content-type")?.startsWith("text/event-stream") === true)
    return body;
  await body?.cancel();
  throw new ParlourError("The response is not an event stream. Check the address.", {
    status,
    code: "bad_answer",
  });
}

function toInterruption(cause: unknown): ParlourError {
  return new ParlourError(`The event stream was interrupted (${String(cause)}).`, {
    status: 0,
    code: "network",
    cause,
  });
}
