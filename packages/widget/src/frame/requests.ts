import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import type { Clock } from "../clock.ts";
import { failureOf, type Failure } from "./model.ts";

/** Frames that are answered and are no messages: each may be said again with the same `ref`. */
export type Asked = Extract<WidgetClientFrame, { type: "contacts" | "offline" | "call" | "rate" | "transcript" | "close" }>;
type Told = Extract<WidgetClientFrame, { type: "invited" }>;
export interface Requests {
  /** Goes out now or after the next welcome; resolves with the answer. */
  ask(frame: Asked): Promise<Failure | null>;
  /** Without an answer: goes out once, now or after the next welcome; the last one counts. */
  tell(frame: Told): void;
  done(ref: string): void;
  /** False: nobody asked that. What may be repeated soon is said again then instead. */
  failed(frame: Extract<WidgetServerFrame, { type: "failed" }>): boolean;
  /** Whether any other than this one waits for its answer. */
  isWaiting(besides: string): boolean;
  /** After a welcome: what was not answered goes again. */
  again(): void;
  /** The visitor is gone: who waits for an answer gets none any more. */
  forget(): void;
}
/** What one window may have asked at once. */
const most = 20;
/** A limit that ends this soon is waited for, s. */
const soonS = 10;

export interface RequestsDeps {
  readonly send: (frame: WidgetClientFrame) => boolean;
  readonly clock: Pick<Clock, "after">;
}
export function openRequests({ send, clock }: RequestsDeps): Requests {
  const waiting = new Map<string, { readonly frame: Asked; readonly answer: (failure: Failure | null) => void }>();
  let told: Told | null = null;
  /** False: nobody asked that. */
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

/** By which an answer finds what it answers. */
export function newRef({ random }: Pick<Clock, "random">): string {
  return Array.from({ length: 26 }, () => Math.floor(random() * 36).toString(36)).join("");
}
