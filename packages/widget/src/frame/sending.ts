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
  /** An answer is owed from now on. */
  readonly watch: () => void;
}
export interface Sending extends Pick<Acts, "say" | "discard"> {
  /** A refused message waits again. */
  again(ref: string): void;
  /** Sends the oldest message that waits, unless one is under way; the next one goes when it is answered. */
  pump(): void;
  isUnderWay(): boolean;
  answered(ref: string): void;
  /** The answer was no. What may be repeated soon is sent again then; nothing behind it goes before. */
  refused(frame: Extract<WidgetServerFrame, { type: "failed" }>): void;
  lost(): void;
}

/** The visitor's messages on their way: each exactly once, in the order they were written (WG-082). */
export function openSending({ model, set, clock, store, ref, send, watch }: SendingDeps): Sending {
  /** One at a time keeps their order when one has to wait. */
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
    // A page that is left before the answer comes tells it on the next one.
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
      // Behind those that wait, also when the clock was set back since: a reload puts them in the order of their times.
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

/** What the page is told when the message that goes now is stored (WG-020), in the order of WG-021. */
function tellsOf(model: Model): NonNullable<Unsent["tells"]> {
  const begins = !goesOn(model) || !model.messages.some((one) => one.from === "visitor");
  return [
    ...(begins && model.invitation === null ? (["clientStartChat"] as const) : []),
    ...(model.hasWritten ? [] : (["messageSent"] as const)),
  ];
}
