import type { Clock } from "../../core/command.ts";
import type { FrameRun } from "../operators/receiver.ts";
import { Feed, type FeedOptions } from "./feed.ts";
import { pollGatherMs } from "./gather.ts";

export interface PollOptions extends FeedOptions {
  /** Maximum number of events. */
  readonly limit: number;
  /** Maximum time in ms to wait for the first event. */
  readonly waitMs: number;
  readonly clock: Clock;
}
/** The answer to a long poll: frames of events, and the position up to which they are complete. */
export interface PollAnswer {
  readonly frames: readonly string[];
  readonly position: number;
}

/** Characters of frames after which an answer is full. It may exceed them by one event. */
const maxAnswerLength = 1024 * 1024;
/**
 * Entries after which a poll answers, even if the principal may see none of them. A cursor far back
 * would otherwise read the whole journal in one request.
 */
const maxReadEntries = 10_000;

/** A long poll: collects events until it is full, or has waited long enough (API-387, API-389). */
export class PollFeed extends Feed {
  /** Resolves to null if the client is gone, and to `reset` if the cursor has become invalid. */
  readonly answer: Promise<PollAnswer | "reset" | null>;
  readonly #resolve: (answer: PollAnswer | "reset" | null) => void;
  readonly #options: PollOptions;
  readonly #frames: string[] = [];
  #length = 0;
  #start = 0;
  #isGathering = false;
  #cancelAlarm: (() => void) | null = null;

  constructor(options: PollOptions) {
    super(options);
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<PollAnswer | "reset" | null>();
    this.answer = promise;
    this.#resolve = resolve;
  }
  override start(epoch: string, position: number, head: number): void {
    super.start(epoch, position, head);
    this.#start = position;
  }
  override advance(position: number): void {
    super.advance(position);
    if (position - this.#start >= maxReadEntries) this.end();
  }
  override goLive(position: number): void {
    super.goLive(position);
    const { waitMs } = this.#options;
    if (waitMs === 0) this.#answerComplete();
    // Also for events that arrived between two polls. Clients of a busy account would otherwise
    // poll again and again for an event or two.
    else if (this.#frames.length > 0) this.#gather();
    else this.#answerAfter(waitMs);
  }
  receive({ texts, positions, names }: FrameRun): void {
    for (const [i, text] of texts.entries()) {
      if (this.isClosed()) return;
      this.position = positions[i] ?? this.position;
      if (this.types?.has(names[i] ?? "") === false) continue;
      this.#frames.push(text);
      this.#length += text.length;
      if (this.#frames.length >= this.#options.limit || this.#length >= maxAnswerLength)
        return this.end();
    }
    if (this.isLive && this.#frames.length > 0) this.#gather();
  }
  drained(): Promise<void> {
    return Promise.resolve();
  }
  end(): void {
    this.#finish({ frames: this.#frames, position: this.position });
  }
  reset(): void {
    this.#finish("reset");
  }
  abort(): void {
    this.#finish(null);
  }

  /** Answers after the time in which further events may come. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#answerAfter(pollGatherMs);
  }
  #answerAfter(ms: number): void {
    const { clock } = this.#options;
    this.#cancelAlarm?.();
    this.#cancelAlarm = clock.scheduleAt(clock.now() + ms, () => this.#answerComplete());
  }
  #answerComplete(): void {
    this.#finish({ frames: this.#frames, position: this.getCompletePosition() });
  }
  #finish(answer: PollAnswer | "reset" | null): void {
    this.#cancelAlarm?.();
    if (this.close()) this.#resolve(answer);
  }
}
