import { ParlourError } from "../parlour-error.ts";
import { parseCursor } from "./cursor.ts";
import type { EventDeps, FeedContext } from "./feed-context.ts";
import { readRepeatedly } from "./http-feed.ts";
import { createPollReader } from "./poll.ts";
import { SocketFeed } from "./socket.ts";
import { readStream } from "./stream.ts";
import type { EventFeed, EventName, EventOptions, FeedItem, ParlourEvent } from "./types.ts";

/** Returns the events after `after`. Connects when the first one is asked for. */
export function openEvents<Name extends EventName>(
  deps: EventDeps,
  options: EventOptions<Name>,
): EventFeed<Name> {
  let cursor = options.after ?? null;
  if (cursor !== null) parseCursor(cursor);
  const context: FeedContext = {
    ...deps,
    types: options.types === undefined ? null : new Set<string>(options.types),
    signal: options.signal,
    onSignal: options.onSignal,
    cursor: () => cursor,
  };
  async function* run(): AsyncGenerator<ParlourEvent<Name>, void> {
    try {
      for await (const item of readItems(context, options.transport)) {
        if (item.kind === "reset") await reportReset(item.cursor, options.onReset);
        cursor = item.cursor;
        if (item.kind === "event" && context.types?.has(item.frame.name) !== false)
          yield { ...item.frame, cursor } as unknown as ParlourEvent<Name>;
      }
    } catch (error) {
      if (!options.signal?.aborted) throw error;
    }
  }
  return Object.defineProperty(run(), "cursor", { get: () => cursor }) as EventFeed<Name>;
}

async function* readItems(
  context: FeedContext,
  transport: EventOptions["transport"],
): AsyncGenerator<FeedItem, void> {
  if (transport === "poll") return yield* readRepeatedly(context, createPollReader());
  if (transport !== "stream") {
    const end = yield* new SocketFeed(context, transport === "socket").read();
    if (end === "closed") return;
  }
  yield* readRepeatedly(context, readStream);
}

async function reportReset(start: string, onReset: EventOptions["onReset"]): Promise<void> {
  if (onReset === undefined)
    throw new ParlourError(
      `The cursor has no continuation. Read your data again, and continue after "${start}".`,
      { status: 410, code: "cursor_gone", body: { start } },
    );
  await onReset(start);
}
