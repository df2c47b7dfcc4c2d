import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import type { Clock } from "../../clock.ts";
import { createFailure, type Failure } from "../state/reducer.ts";

/** Frames that have a response and are no messages. Each can be sent again with the same `ref`. */
export type RequestFrame = Extract<
  WidgetClientFrame,
  { type: "contacts" | "offline" | "call" | "rate" | "transcript" | "close" }
>;
type OneWayFrame = Extract<WidgetClientFrame, { type: "invited" }>;
export interface Requests {
  /** Sends now or after the next welcome. Resolves with the response. */
  send(frame: RequestFrame): Promise<Failure | null>;
  /**
   * Sends a frame without a response once, now or after the next welcome. Only the last one is
   * sent.
   */
  sendOnce(frame: OneWayFrame): void;
  resolve(ref: string): void;
  /**
   * Returns false if no such request is pending. If the retry delay is at most 10 s, the request is
   * repeated instead of failing.
   */
  handleFailure(frame: Extract<WidgetServerFrame, { type: "failed" }>): boolean;
  /** Returns whether any other request is pending. */
  hasPending(besides: string): boolean;
  /** After a welcome: sends unanswered requests again. */
  resendPending(): void;
  /** Fails all pending requests, because the visitor was removed. */
  failAll(): void;
}
/** Maximum of pending requests of one chat window. */
const maxPendingRequests = 20;
/** Longest retry delay, in seconds, that a request waits for. */
const maxRetryDelayS = 10;

export interface RequestsDeps {
  readonly send: (frame: WidgetClientFrame) => boolean;
  readonly clock: Pick<Clock, "after">;
}
export function createRequests({ send, clock }: RequestsDeps): Requests {
  const pending = new Map<
    string,
    { readonly frame: RequestFrame; readonly answer: (failure: Failure | null) => void }
  >();
  let unsentFrame: OneWayFrame | null = null;
  /** Returns false if no such request is pending. */
  const settle = (ref: string, failure: Failure | null): boolean => {
    pending.get(ref)?.answer(failure);
    return pending.delete(ref);
  };
  return {
    send(frame) {
      if (pending.size >= maxPendingRequests) return Promise.resolve(createFailure("rate_limited"));
      return new Promise((resolve) => {
        pending.set(frame.ref, { frame, answer: resolve });
        send(frame);
      });
    },
    sendOnce(frame) {
      unsentFrame = send(frame) ? null : frame;
    },
    resolve: (ref) => void settle(ref, null),
    handleFailure({ ref, code, message, field, retry_after_s: seconds }) {
      if (seconds === null || seconds > maxRetryDelayS)
        return settle(ref, { code, message, field });
      clock.after(Math.max(1, seconds) * 1000, () => {
        const one = pending.get(ref);
        if (one !== undefined) send(one.frame);
      });
      return pending.has(ref);
    },
    hasPending: (exceptRef) => [...pending.keys()].some((ref) => ref !== exceptRef),
    resendPending() {
      for (const { frame } of pending.values()) send(frame);
      if (unsentFrame !== null && send(unsentFrame)) unsentFrame = null;
    },
    failAll() {
      for (const ref of pending.keys()) settle(ref, createFailure("forgotten"));
      unsentFrame = null;
    },
  };
}

/** Creates the id that relates a response to its request. */
export function generateRef({ random }: Pick<Clock, "random">): string {
  return Array.from({ length: 26 }, () => Math.floor(random() * 36).toString(36)).join("");
}
