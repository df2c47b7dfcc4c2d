import type { components } from "../generated/socket.ts";

type FrameSchemas = components["schemas"];
/** A frame of the operator socket with an event (API-102). */
export type EventFrame = Extract<FrameSchemas[keyof FrameSchemas], { type: "event" }>;
export type EventName = EventFrame["name"];

/** An event with the cursor after it. Store the cursor together with the results of the event. */
export type ParlourEvent<Name extends EventName = EventName> = Extract<
  EventFrame,
  { name: Name }
> & { readonly cursor: string };

/** Who types or looks at a chat, presence, drafts and read marks (API-104). */
export type SocketSignal = FrameSchemas[
  | "TypingSignal"
  | "ViewingSignal"
  | "PresenceSignal"
  | "DraftSignal"
  | "ReadFrame"];

/**
 * `socket`: the operator socket. `stream`: server-sent events. `poll`: one request after another,
 * for proxies that hold back the parts of a response.
 */
export type EventTransport = "socket" | "stream" | "poll";

export interface EventOptions<Name extends EventName = EventName> {
  /** Cursor of the last processed event. Default: only new events. */
  readonly after?: string | null;
  /** Names of the events to receive. Default: all. */
  readonly types?: readonly Name[];
  /**
   * Default: the socket, or the stream if this runtime has no WebSocket that can send an API key,
   * or if a proxy does not let one pass.
   */
  readonly transport?: EventTransport;
  /** Ends the loop without an error. */
  readonly signal?: AbortSignal;
  /**
   * Called if the cursor has no continuation, because a backup was restored (API-103, API-388).
   * Read your data again. The events after `start` follow when the result is resolved.
   */
  readonly onReset?: (start: string) => void | Promise<void>;
  /** Called for each signal. Only the socket has signals. */
  readonly onSignal?: (signal: SocketSignal) => void;
}

/** The events of an account, as an async iterable that can be iterated once. */
export interface EventFeed<Name extends EventName = EventName> extends AsyncGenerator<
  ParlourEvent<Name>,
  void
> {
  /**
   * Cursor up to which all events were handed out, also those that `types` leaves out. Null until
   * the connection is established the first time.
   */
  readonly cursor: string | null;
}

/** A WebSocket class that accepts `{ headers }` as its second argument, such as that of `ws`. */
export type WebSocketConstructor = new (
  url: string,
  options: { headers: Record<string, string> },
) => object;

/** What a transport delivers, in the order of the journal. */
export type FeedItem =
  | { readonly kind: "event"; readonly frame: EventFrame; readonly cursor: string }
  /** All events up to `cursor` were delivered, or are not visible. */
  | { readonly kind: "progress"; readonly cursor: string }
  /** The numbering of events has changed. They continue after `cursor`. */
  | { readonly kind: "reset"; readonly cursor: string };
