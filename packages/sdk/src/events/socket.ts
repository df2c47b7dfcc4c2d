import { createConnection, type Connection } from "@parlour/client/socket/socket";
import type { ConnectionState, SocketLike } from "@parlour/client/socket/types";
import type { Cursor, ServerFrame } from "@parlour/protocol";
import { isTransientError, ParlourError } from "../parlour-error.ts";
import { formatCursor, parseCursor } from "./cursor.ts";
import { requestEvents, type FeedContext } from "./feed-context.ts";
import { maxFirstFailures } from "./http-feed.ts";
import type { EventFrame, FeedItem, SocketSignal } from "./types.ts";

/**
 * Events in memory at which the socket is closed. It is opened again when they were handed out,
 * because a WebSocket cannot be read more slowly.
 */
const maxWaitingEvents = 1_000;
/** Sockets that did not open, after which the stream is used instead. */
const maxRefusedSockets = 3;

/** Frames that no cursor covers. The remaining ones are about the connection. */
const signalTypes: ReadonlySet<ServerFrame["type"]> = new Set<SocketSignal["type"]>([
  "typing",
  "viewing",
  "presence",
  "draft",
  "read",
]);

/** Reads the events of an account from the operator socket (API-100). */
export class SocketFeed {
  readonly #context: FeedContext;
  readonly #isRequired: boolean;
  readonly #waiting: FeedItem[] = [];
  #cursor: Cursor | null;
  #connection: Connection | null = null;
  #wake: () => void = () => undefined;
  #failure: ParlourError | null = null;
  /** Whether the current socket has received a frame, so that it was opened. */
  #isOpened = false;
  #refusedSockets = 0;
  #hasWorked = false;
  #firstFailures = 0;

  /** `isRequired`: keeps trying if no socket can be opened. */
  constructor(context: FeedContext, isRequired: boolean) {
    this.#context = context;
    this.#isRequired = isRequired;
    const cursor = context.cursor();
    this.#cursor = cursor === null ? null : parseCursor(cursor);
  }

  /**
   * Yields the items until the signal is aborted (`closed`) or no socket can be opened although
   * requests work (`refused`). Throws a `ParlourError` if the key is not accepted.
   */
  async *read(): AsyncGenerator<FeedItem, "closed" | "refused"> {
    const { signal } = this.#context;
    const wake = (): void => this.#wake();
    signal?.addEventListener("abort", wake);
    try {
      for (;;) {
        if (signal?.aborted) return "closed";
        const item = this.#waiting.shift();
        if (item !== undefined) {
          yield item;
          continue;
        }
        if (this.#failure !== null) throw this.#failure;
        if (!this.#isRequired && this.#refusedSockets >= maxRefusedSockets) return "refused";
        if (!this.#open()) return "refused";
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      signal?.removeEventListener("abort", wake);
      this.#disconnect();
    }
  }

  /** Opens a connection if there is none. Returns false if it cannot and need not. */
  #open(): boolean {
    try {
      this.#connection ??= this.#connect();
      return true;
    } catch (error) {
      if (!this.#isRequired) return false;
      throw new ParlourError("This runtime has no WebSocket that can send an API key.", {
        status: 0,
        code: "no_socket",
        cause: error,
      });
    }
  }
  #connect(): Connection {
    const { address, apiKey, timers, random, WebSocket = globalThis.WebSocket } = this.#context;
    // The class of a browser throws, because it takes no headers. Those of Node, Deno and Bun do.
    const Socket = WebSocket as unknown as new (url: string, options: object) => SocketLike;
    return createConnection({
      open: () => {
        this.#isOpened = false;
        return new Socket(`${address.url.replace(/^http/, "ws")}/api/v1/socket`, {
          headers: { authorization: `Bearer ${apiKey}` },
        });
      },
      timers,
      random,
      cursor: () => this.#cursor,
      onFrame: (frame) => this.#handleFrame(frame),
      onState: (state) => this.#handleState(state),
      // The reset is one of the items, so the consumer reads its data again in time.
      onReset: () => Promise.resolve(),
    });
  }
  #disconnect(): void {
    this.#connection?.close();
    this.#connection = null;
  }

  #handleFrame(frame: ServerFrame): void {
    this.#isOpened = true;
    this.#hasWorked = true;
    this.#refusedSockets = 0;
    if (frame.type === "reset") return this.#advance({ kind: "reset" }, frame);
    // A new reader begins at the head. Events after it follow.
    if (frame.type === "ready" && this.#cursor === null)
      return this.#advance({ kind: "progress" }, frame);
    if (signalTypes.has(frame.type)) return this.#context.onSignal?.(frame as SocketSignal);
    if (this.#cursor === null || (frame.type !== "live" && frame.type !== "event")) return;
    const cursor = { ...this.#cursor, position: frame.position };
    if (frame.type === "live") this.#advance({ kind: "progress" }, cursor);
    else this.#advance({ kind: "event", frame: frame as unknown as EventFrame }, cursor);
  }
  /** Adds an item, and moves the cursor behind it. */
  #advance(
    item: { kind: "event"; frame: EventFrame } | { kind: "progress" } | { kind: "reset" },
    { epoch, position }: Cursor,
  ): void {
    this.#cursor = { epoch, position };
    this.#waiting.push({ ...item, cursor: formatCursor(this.#cursor) });
    if (this.#waiting.length >= maxWaitingEvents) this.#disconnect();
    this.#wake();
  }

  #handleState(state: ConnectionState): void {
    if (state.kind === "signed_out")
      this.#fail(new ParlourError("The API key has ended.", { status: 401, code: "unauthorized" }));
    if (state.kind === "offline" && state.nextTryAt !== null && !this.#isOpened)
      void this.#checkAccess();
  }
  /**
   * Finds out with a request why a socket did not open, because a WebSocket does not show the
   * status of its refusal.
   */
  async #checkAccess(): Promise<void> {
    try {
      await requestEvents(
        this.#context,
        {},
        {
          accept: "application/json",
          read: (response) => response.text(),
        },
      );
      this.#refusedSockets += 1;
      this.#wake();
    } catch (error) {
      if (!(error instanceof ParlourError)) return;
      this.#firstFailures += 1;
      const isLast = !this.#hasWorked && this.#firstFailures > maxFirstFailures;
      if (isLast || !isTransientError(error)) this.#fail(error);
    }
  }
  #fail(error: ParlourError): void {
    this.#failure = error;
    this.#wake();
  }
}
