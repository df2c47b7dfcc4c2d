import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import type { Clock } from "../../clock.ts";
import { createRequestFailure } from "../state/reducer.ts";
import type { RequestFailure } from "../state/state.ts";

/**
 * Frames that are not messages and that get a response. Each can be sent again with the same `ref`.
 */
export type RequestFrame = Extract<
  WidgetClientFrame,
  { type: "contacts" | "offline" | "call" | "rate" | "react" | "transcript" | "close" }
>;
type OneWayFrame = Extract<WidgetClientFrame, { type: "invited" }>;
export interface ServerRequests {
  /** Sends the frame, after the next welcome if needed. Resolves with null, or the failure. */
  send(frame: RequestFrame): Promise<RequestFailure | null>;
  /**
   * Sends a frame that gets no response, now or after the next welcome. If several frames wait,
   * only the last one is sent.
   */
  sendOnce(frame: OneWayFrame): void;
  resolve(ref: string): void;
  /**
   * Handles a rejected request. Returns false if no such request is pending. If the retry delay is
   * at most 10 s, the request is repeated and does not fail.
   */
  handleFailure(frame: Extract<WidgetServerFrame, { type: "failed" }>): boolean;
  /** Returns true if a request other than `besides` is pending. */
  hasPending(besides: string): boolean;
  /** Sends requests without a response again. Called after a welcome. */
  resendPending(): void;
  /** Fails all pending requests. Called when the visitor is removed. */
  failAll(): void;
}
/** Maximum number of pending requests in one chat window. */
const maxPendingRequests = 20;
/**
 * Longest retry delay in seconds after which a request is repeated. With a longer delay, it fails.
 */
const maxRetryDelayS = 10;

export interface RequestsDeps {
  readonly send: (frame: WidgetClientFrame) => boolean;
  readonly clock: Clock;
}
export function createServerRequests({ send, clock }: RequestsDeps): ServerRequests {
  const pending = new Map<
    string,
    { readonly frame: RequestFrame; readonly answer: (failure: RequestFailure | null) => void }
  >();
  let unsentFrame: OneWayFrame | null = null;
  /** Ends a pending request. Returns false if there is no such request. */
  const settle = (ref: string, failure: RequestFailure | null): boolean => {
    pending.get(ref)?.answer(failure);
    return pending.delete(ref);
  };
  return {
    send(frame) {
      if (pending.size >= maxPendingRequests)
        return Promise.resolve(createRequestFailure("rate_limited"));
      return new Promise((resolve) => {
        pending.set(frame.ref, { frame, answer: resolve });
        send(frame);
      });
    },
    sendOnce(frame) {
      unsentFrame = send(frame) ? null : frame;
    },
    resolve: (ref) => void settle(ref, null),
    handleFailure({ ref, code, message, field, retry_after_s }) {
      if (retry_after_s === null || retry_after_s > maxRetryDelayS)
        return settle(ref, { code, message, field });
      clock.after(Math.max(1, retry_after_s) * 1000, () => {
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
      for (const ref of pending.keys()) settle(ref, createRequestFailure("forgotten"));
      unsentFrame = null;
    },
  };
}

/** Creates the id that relates a response to its request. */
export function generateRef(clock: Clock): string {
  return Array.from({ length: 26 }, () => Math.floor(clock.random() * 36).toString(36)).join("");
}
