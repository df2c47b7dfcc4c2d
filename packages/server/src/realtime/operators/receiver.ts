import type { Principal } from "../../auth/index.ts";
import type { PublishedEntry } from "./visibility.ts";

/** Frames of consecutive visible events (API-102), with position and name of each. */
export interface FrameRun {
  readonly texts: readonly string[];
  readonly positions: readonly number[];
  readonly names: readonly string[];
}

/** A run to which frames are added. */
export interface GrowingRun extends FrameRun {
  readonly texts: string[];
  readonly positions: number[];
  readonly names: string[];
}
export const createRun = (): GrowingRun => ({ texts: [], positions: [], names: [] });
/** Adds the frame of an entry. `text` is its frame, masked if needed. */
export function addToRun(run: GrowingRun, { position, name }: PublishedEntry, text: string): void {
  run.texts.push(text);
  run.positions.push(position);
  run.names.push(name);
}

/** The hub of an account, as its receivers use it. */
export interface EntrySource {
  readonly account: number;
  /** Position of the last entry that was sent to the live receivers. */
  readonly delivered: number;
  /** Returns the frame of an entry for this receiver, or null if it may not see it. */
  frameFor(receiver: EntryReceiver, entry: PublishedEntry): Promise<string | null>;
}

/** Receives the entries of an account that its principal may see. */
export interface EntryReceiver {
  readonly hub: EntrySource;
  readonly principal: Principal;
  /** Position up to which the receiver has got all entries that it may see. */
  readonly deliveredPosition: number;
  /** Returns whether the receiver has ended. Asynchronous tasks check this after every await. */
  isClosed(): boolean;
  /** Resolves when the receiver can take more. */
  drained(): Promise<void>;
}

/** A receiver without a WebSocket: the event feed over HTTP (API-387). It gets no signals. */
export interface FeedReceiver extends EntryReceiver {
  receive(run: FrameRun): void;
  /** Ends the feed because the server cannot continue it. Its cursor stays good. */
  end(): void;
}

export function selectFramesAfter(run: FrameRun, position: number): FrameRun {
  const isAfter = (_item: unknown, i: number): boolean => (run.positions[i] ?? 0) > position;
  return {
    texts: run.texts.filter(isAfter),
    positions: run.positions.filter(isAfter),
    names: run.names.filter(isAfter),
  };
}
