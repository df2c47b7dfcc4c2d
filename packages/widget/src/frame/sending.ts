import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import type { Acts } from "./acts.ts";
import type { Clock } from "../clock.ts";
import type { Held } from "./held.ts";
import { departmentOf, failureOf, goesOn, needsConsent, type Model, type Unsent } from "./model.ts";
import { keepUnsent, keptMs, unsentMost } from "./outbox.ts";
import type { Store } from "./store.ts";

export interface SendingDeps extends Held {
  readonly clock: Clock;
  readonly store: Store;
  readonly ref: () => string;
  readonly send: (frame: WidgetClientFrame) => boolean;
  /** Starts the response watchdog. */
  readonly watch: () => void;
}
export interface Sending extends Pick<Acts, "say" | "discard"> {
  /** Puts a rejected message back into the queue. */
  again(ref: string): void;
  /**
   * Sends the oldest waiting message, unless another is being sent. The next one follows after the
   * response.
   */
  pump(): void;
  isUnderWay(): boolean;
  answered(ref: string): void;
  /**
   * The server rejected the message. If a retry delay is set, the message is sent again after it,
   * and later messages wait.
   */
  refused(frame: Extract<WidgetServerFrame, { type: "failed" }>): void;
  lost(): void;
}

/**
 * Sends the visitor's messages exactly once and in the order in which they were written (WG-082).
 */
export function openSending({ model, set, clock, store, ref, send, watch }: SendingDeps): Sending {
  /** One message at a time, so that a delayed message keeps its position. */
  let underWay: string | null = null;
  let resting: (() => void) | null = null;

  const put = (next: Unsent): void => {
    keepUnsent(store, next);
    set({ ...model(), outbox: model().outbox.map((one) => (one.ref === next.ref ? next : one)) });
  };
  const expire = (): void => {
    const now = clock.now();
    const isOld = ({ failed, at }: Unsent): boolean => failed === null && now - at > keptMs;
    const failed = failureOf("too_old");
    const { outbox } = model();
    if (outbox.some(isOld)) set({ ...model(), outbox: outbox.map((one) => (isOld(one) ? { ...one, failed } : one)) });
  };
  const pump = (): void => {
    if (underWay !== null || resting !== null || model().connection !== "live") return;
    expire();
    const next = model().outbox.find(({ failed }) => failed === null);
    if (next === undefined || (!goesOn(model()) && needsConsent(model()))) return;
    const tells = tellsOf(model());
    // If the page is left before the response, the next page runs these callbacks.
    if (tells.length > 0) put({ ...next, tells });
    const isSent = send({
      type: "say",
      ref: next.ref,
      text: next.text,
      ...(next.upload === undefined ? {} : { upload_id: next.upload.id }),
      ...(next.button === undefined ? {} : { button: next.button }),
      ...(next.departmentId === undefined ? {} : { department_id: next.departmentId }),
      ...(next.greeting === undefined ? {} : { greeting: next.greeting }),
    });
    if (!isSent) return;
    underWay = next.ref;
    watch();
  };
  return {
    say(text, more = {}) {
      const { outbox, greeting } = model();
      if (outbox.length >= unsentMost) return false;
      const department = departmentOf(model());
      // After all waiting messages, even if the clock was set back, because a reload sorts by time.
      const at = Math.max(clock.now(), (outbox.at(-1)?.at ?? 0) + 1);
      const begins = goesOn(model())
        ? {}
        : { ...(department === null ? {} : { departmentId: department }), ...(greeting === null ? {} : { greeting }) };
      const one = { ref: ref(), text, at, failed: null, ...more, ...begins };
      keepUnsent(store, one);
      set({ ...model(), outbox: [...outbox, one] });
      pump();
      return true;
    },
    again(of) {
      const one = model().outbox.find((waiting) => waiting.ref === of);
      if (one !== undefined) put({ ...one, failed: null, at: Math.max(one.at, clock.now() - keptMs + 60_000) });
    },
    discard: (of) => set({ ...model(), outbox: model().outbox.filter((one) => one.ref !== of) }),
    pump,
    isUnderWay: () => underWay !== null,
    answered(of) {
      if (of === underWay) underWay = null;
    },
    refused({ ref: of, retry_after_s: seconds }) {
      const one = model().outbox.find((waiting) => waiting.ref === of);
      if (one === undefined) return;
      if (one.failed !== null) keepUnsent(store, one);
      else if (seconds !== null)
        resting = clock.after(Math.max(1, seconds) * 1000, () => {
          resting = null;
          pump();
        });
    },
    lost() {
      underWay = null;
      resting?.();
      resting = null;
    },
  };
}

/**
 * Returns the callbacks of the page to run when the message is stored (WG-020), in the order of
 * WG-021.
 */
function tellsOf(model: Model): NonNullable<Unsent["tells"]> {
  const begins = !goesOn(model) || !model.messages.some((one) => one.from === "visitor");
  return [
    ...(begins && model.invitation === null ? (["clientStartChat"] as const) : []),
    ...(model.hasWritten ? [] : (["messageSent"] as const)),
  ];
}
