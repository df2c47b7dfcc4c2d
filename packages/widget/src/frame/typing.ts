import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { Clock } from "../clock.ts";
import type { Held } from "./held.ts";

export interface TypingDeps {
  readonly clock: Clock;
  /** Operators see what is being typed (setting). */
  readonly preview: boolean;
  readonly send: (frame: WidgetClientFrame) => void;
}
/** Signals expire after 15 s (CORE-047): said again before, and taken back when nothing was typed for a while. */
const againMs = 5_000;
const previewMs = 1_000;
const idleMs = 6_000;
const previewMost = 1_000;

/** Tells the other side that something is being written, at most once a second. To be called with each change of the text; "": nothing any more. */
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

/** One thing that is done later, unless another takes its place or it is called off. */
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

/** An operator's typing ends by itself (CORE-047). */
const typingMs = 15_000;

/** To be called whenever an operator types, or stops. */
export function typingIn({ model, set, clock }: Held & { readonly clock: Pick<Clock, "after"> }): () => void {
  const end = alarm(clock);
  return () => {
    if (model().typing === null) end.stop();
    else end.set(typingMs, () => set({ ...model(), typing: null }));
  };
}
