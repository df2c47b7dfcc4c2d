import { randomInt } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Clock } from "../../core/command.ts";
import { BufferedStream, type SendBufferLimits } from "../buffered-stream.ts";
import type { FrameRun } from "../operators/receiver.ts";
import { formatCursor } from "./cursor.ts";
import { Feed, type FeedOptions } from "./feed.ts";
import { streamGatherMs } from "./gather.ts";

export interface StreamOptions extends FeedOptions {
  readonly clock: Clock;
  /** Returns the current limits of unsent data (API-105). */
  readonly limits: () => SendBufferLimits;
  /** Sends the headers. Called once, when the cursor is known to be good. */
  readonly open: () => ServerResponse;
  readonly findStart: () => Promise<{ epoch: string; position: number }>;
}

/** Interval in ms between two comments (API-390). Proxies end silent connections. */
const commentIntervalMs = 25_000;
/** A client reconnects after this time in ms, and at most as much later. */
const minRetryMs = 1_000;
/** Time in ms in which a client must have read the end of its stream. */
const maxEndMs = 1_000;

/** The event feed as server-sent events (API-390). */
export class StreamFeed extends Feed {
  readonly #options: StreamOptions;
  #stream: BufferedStream<ServerResponse> | null = null;
  #waiting: Buffer[] = [];
  #waitingEvents = 0;
  /** Monotonic time from which on the next event is sent at once. */
  #gatherUntil = Number.NEGATIVE_INFINITY;
  #cancelFlush: (() => void) | null = null;
  #commentAt = 0;

  constructor(options: StreamOptions) {
    super(options);
    this.#options = options;
  }
  override start(epoch: string, position: number, head: number): void {
    super.start(epoch, position, head);
    this.#commentAt = this.#options.clock.monotonic() + commentIntervalMs;
    this.#stream = new BufferedStream(this.#options.open());
    const retryMs = minRetryMs + randomInt(minRetryMs);
    this.#write([Buffer.from(`retry: ${retryMs}\n${this.#idLine()}\n`)], 0);
  }
  receive(run: FrameRun): void {
    this.position = run.positions.at(-1) ?? this.position;
    const { buffer, events } = encodeRun(run, this.epoch, this.types);
    if (events === 0) return;
    if (!this.isLive) return this.#write([buffer], events);
    this.#waiting.push(buffer);
    this.#waitingEvents += events;
    const { clock } = this.#options;
    const waitMs = this.#gatherUntil - clock.monotonic();
    if (waitMs <= 0) this.#flush();
    else
      this.#cancelFlush ??= clock.scheduleAt(clock.now() + Math.ceil(waitMs), () => this.#flush());
  }
  drained(): Promise<void> {
    return this.#stream?.drained() ?? Promise.resolve();
  }
  /** Closes a client that is too slow, and sends the comment when it is due. Called each second. */
  tick(now: number): void {
    const stream = this.#stream;
    if (!stream) return;
    if (stream.settle(now, this.#options.limits()) === "too slow") return this.abort();
    if (now < this.#commentAt) return;
    this.#commentAt = now + commentIntervalMs;
    this.#flush();
    this.position = this.getCompletePosition();
    // The id lets a client skip what it may not see, or did not ask for, when it resumes.
    this.#write([Buffer.from(`: still here\n${this.#idLine()}\n`)], 0);
  }
  end(): void {
    this.#flush();
    if (!this.close()) return;
    this.#cancelFlush?.();
    this.#finish();
  }
  reset(): void {
    if (!this.close()) return;
    this.#cancelFlush?.();
    void this.#options.findStart().then(
      (start) => {
        const cursor = formatCursor(start);
        const data = JSON.stringify({ start: cursor });
        this.#stream?.stream.write(`id: ${cursor}\nevent: reset\ndata: ${data}\n\n`);
        this.#finish();
      },
      () => this.#finish(),
    );
  }
  abort(): void {
    this.close();
    this.#cancelFlush?.();
    this.#stream?.stream.destroy();
  }

  #idLine(): string {
    return `id: ${formatCursor({ epoch: this.epoch, position: this.position })}\n`;
  }
  #flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    if (this.#waitingEvents === 0) return;
    const [buffers, events] = [this.#waiting, this.#waitingEvents];
    this.#waiting = [];
    this.#waitingEvents = 0;
    const { clock } = this.#options;
    this.#gatherUntil = clock.monotonic() + streamGatherMs;
    this.#write(buffers, events);
  }
  #write(buffers: readonly Buffer[], events: number): void {
    if (this.isClosed() || !this.#stream) return;
    const { clock, limits } = this.#options;
    if (this.#stream.push(buffers, events, clock, limits()) === "too slow") this.abort();
  }
  /** Ends the response. A client that does not read the rest in time resumes with its cursor. */
  #finish(): void {
    const response = this.#stream?.stream;
    if (response === undefined) return;
    const { clock } = this.#options;
    const cancel = clock.scheduleAt(clock.now() + maxEndMs, () => response.destroy());
    response.once("close", cancel);
    response.end();
  }
}

/** Encoded runs for all feeds without a filter, so that each run is encoded once. */
const encodedRuns = new WeakMap<FrameRun, Buffer>();

function encodeRun(
  run: FrameRun,
  epoch: string,
  types: ReadonlySet<string> | null,
): { readonly buffer: Buffer; readonly events: number } {
  const known = types === null ? encodedRuns.get(run) : undefined;
  if (known !== undefined) return { buffer: known, events: run.texts.length };
  const events = run.texts.flatMap((text, i) => {
    const name = run.names[i] ?? "";
    if (types?.has(name) === false) return [];
    const id = formatCursor({ epoch, position: run.positions[i] ?? 0 });
    return [`id: ${id}\nevent: ${name}\ndata: ${text}\n\n`];
  });
  const buffer = Buffer.from(events.join(""));
  if (types === null) encodedRuns.set(run, buffer);
  return { buffer, events: events.length };
}
