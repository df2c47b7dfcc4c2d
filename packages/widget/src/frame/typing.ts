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

/** Tells the other side that something is being written, at most once a second. */
export function typingOut({ clock, preview, send }: TypingDeps): { write(text: string): void; stop(): void } {
  let saidAt = Number.NEGATIVE_INFINITY;
  let isTyping = false;
  let later: (() => void) | null = null;
  let idle: (() => void) | null = null;
  const say = (text: string): void => {
    later?.();
    later = null;
    isTyping = true;
    saidAt = clock.now();
    send({ type: "typing", typing: true, ...(preview ? { preview: text.slice(0, previewMost) } : {}) });
  };
  const stop = (): void => {
    later?.();
    later = null;
    idle?.();
    idle = null;
    if (!isTyping) return;
    isTyping = false;
    saidAt = Number.NEGATIVE_INFINITY;
    send({ type: "typing", typing: false });
  };
  return {
    write(text) {
      if (text.trim() === "") return stop();
      idle?.();
      idle = clock.after(idleMs, stop);
      const wait = saidAt + (preview ? previewMs : againMs) - clock.now();
      if (wait <= 0) say(text);
      else if (preview) {
        later?.();
        later = clock.after(wait, () => say(text));
      }
    },
    stop,
  };
}

/** An operator's typing ends by itself (CORE-047). */
const typingMs = 15_000;

/** To be called whenever an operator types, or stops. */
export function typingIn({ model, set, clock }: Held & { readonly clock: Pick<Clock, "after"> }): () => void {
  let end: (() => void) | null = null;
  return () => {
    end?.();
    end = model().typing === null ? null : clock.after(typingMs, () => set({ ...model(), typing: null }));
  };
}
