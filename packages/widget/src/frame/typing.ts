import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { Clock } from "../clock.ts";
import type { Held } from "./held.ts";

export interface TypingDeps {
  readonly clock: Clock;
  /** Setting: operators see the draft while it is typed. */
  readonly preview: boolean;
  readonly send: (frame: WidgetClientFrame) => void;
}
/**
 * Typing signals expire after 15 s (CORE-047). They are repeated before and withdrawn when nothing
 * was typed for a while.
 */
const againMs = 5_000;
const previewMs = 1_000;
const idleMs = 6_000;
const previewMost = 1_000;

/**
 * Sends typing signals, at most one per second. Call the returned function at each change of the
 * draft; "": the draft is empty.
 */
export function typingOut({ clock, preview, send }: TypingDeps): (text: string) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  const later = alarm(clock);
  const idle = alarm(clock);
  const say = (text: string): void => {
    later.stop();
    saidAt = clock.now();
    send({ type: "typing", typing: true, ...(preview ? { preview: text.slice(0, previewMost) } : {}) });
  };
  const stop = (): void => {
    later.stop();
    idle.stop();
    if (saidAt < 0) return;
    saidAt = Number.NEGATIVE_INFINITY;
    send({ type: "typing", typing: false });
  };
  return (text) => {
    if (text.trim() === "") return stop();
    idle.set(idleMs, stop);
    const wait = saidAt + (preview ? previewMs : againMs) - clock.now();
    if (wait <= 0) say(text);
    else if (preview) later.set(wait, () => say(text));
  };
}

/** Creates a timer that holds one task. `set` replaces the task, `stop` cancels it. */
function alarm(clock: Pick<Clock, "after">): { set(ms: number, run: () => void): void; stop(): void } {
  let stop = (): void => undefined;
  return {
    set(ms, run) {
      stop();
      stop = clock.after(ms, run);
    },
    stop: () => stop(),
  };
}

/** An operator's typing signal expires after this time (CORE-047). */
const typingMs = 15_000;

/** Call the returned function whenever an operator starts or stops typing. */
export function typingIn({ model, set, clock }: Held & { readonly clock: Pick<Clock, "after"> }): () => void {
  const end = alarm(clock);
  return () => {
    if (model().typing === null) end.stop();
    else end.set(typingMs, () => set({ ...model(), typing: null }));
  };
}
