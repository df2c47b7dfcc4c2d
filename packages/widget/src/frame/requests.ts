import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import type { Clock } from "../clock.ts";
import { failureOf, type Failure } from "./model.ts";

/** Frames that have a response and are no messages. Each can be sent again with the same `ref`. */
export type Asked = Extract<WidgetClientFrame, { type: "contacts" | "offline" | "call" | "rate" | "transcript" | "close" }>;
type Told = Extract<WidgetClientFrame, { type: "invited" }>;
export interface Requests {
  /** Sends now or after the next welcome. Resolves with the response. */
  ask(frame: Asked): Promise<Failure | null>;
  /**
   * Sends a frame without a response once, now or after the next welcome. Only the last one is
   * sent.
   */
  tell(frame: Told): void;
  done(ref: string): void;
  /**
   * Returns false if no such request is pending. If the retry delay is at most 10 s, the request is
   * repeated instead of failing.
   */
  failed(frame: Extract<WidgetServerFrame, { type: "failed" }>): boolean;
  /** Returns whether any other request is pending. */
  isWaiting(besides: string): boolean;
  /** After a welcome: sends unanswered requests again. */
  again(): void;
  /** Fails all pending requests, because the visitor was removed. */
  forget(): void;
}
/** Maximum of pending requests of one chat window. */
const most = 20;
/** Longest retry delay, in seconds, that a request waits for. */
const soonS = 10;

export interface RequestsDeps {
  readonly send: (frame: WidgetClientFrame) => boolean;
  readonly clock: Pick<Clock, "after">;
}
export function openRequests({ send, clock }: RequestsDeps): Requests {
  const waiting = new Map<string, { readonly frame: Asked; readonly answer: (failure: Failure | null) => void }>();
  let told: Told | null = null;
  /** Returns false if no such request is pending. */
  const answer = (ref: string, failure: Failure | null): boolean => {
    waiting.get(ref)?.answer(failure);
    return waiting.delete(ref);
  };
  return {
    ask(frame) {
      if (waiting.size >= most) return Promise.resolve(failureOf("rate_limited"));
      return new Promise((resolve) => {
        waiting.set(frame.ref, { frame, answer: resolve });
        send(frame);
      });
    },
    tell(frame) {
      told = send(frame) ? null : frame;
    },
    done: (ref) => void answer(ref, null),
    failed({ ref, code, message, field, retry_after_s: seconds }) {
      if (seconds === null || seconds > soonS) return answer(ref, { code, message, field });
      clock.after(Math.max(1, seconds) * 1000, () => {
        const one = waiting.get(ref);
        if (one !== undefined) send(one.frame);
      });
      return waiting.has(ref);
    },
    isWaiting: (besides) => [...waiting.keys()].some((ref) => ref !== besides),
    again() {
      for (const { frame } of waiting.values()) send(frame);
      if (told !== null && send(told)) told = null;
    },
    forget() {
      for (const ref of waiting.keys()) answer(ref, failureOf("forgotten"));
      told = null;
    },
  };
}

/** Creates the id that relates a response to its request. */
export function newRef({ random }: Pick<Clock, "random">): string {
  return Array.from({ length: 26 }, () => Math.floor(random() * 36).toString(36)).join("");
}
