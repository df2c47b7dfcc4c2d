import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { Clock } from "../../clock.ts";
import type { StateStore } from "./store.ts";
import { createTimer } from "../../timer.ts";

export interface TypingDeps {
  readonly clock: Clock;
  /** Whether operators see the draft while the visitor types it (a setting). */
  readonly preview: boolean;
  readonly send: (frame: WidgetClientFrame) => void;
}
/**
 * A typing signal expires after 15 s (CORE-047). So the signal is repeated before it expires. It is
 * withdrawn if the visitor stops typing.
 */
const repeatIntervalMs = 5_000;
const previewIntervalMs = 1_000;
const idleTimeoutMs = 6_000;
const maxPreviewLength = 1_000;

/**
 * Sends typing signals, at most one per second. The returned function must be called at each change
 * of the draft. "" means that the draft is empty.
 */
export function createTypingSender({ clock, preview, send }: TypingDeps): (text: string) => void {
  let sentAt = Number.NEGATIVE_INFINITY;
  const nextSignal = createTimer(clock);
  const idleTimer = createTimer(clock);
  const sendTyping = (text: string): void => {
    nextSignal.stop();
    sentAt = clock.now();
    send({
      type: "typing",
      typing: true,
      ...(preview ? { preview: text.slice(0, maxPreviewLength) } : {}),
    });
  };
  const stop = (): void => {
    nextSignal.stop();
    idleTimer.stop();
    if (sentAt < 0) return;
    sentAt = Number.NEGATIVE_INFINITY;
    send({ type: "typing", typing: false });
  };
  return (text) => {
    if (text.trim() === "") return stop();
    idleTimer.set(idleTimeoutMs, stop);
    const wait = sentAt + (preview ? previewIntervalMs : repeatIntervalMs) - clock.now();
    if (wait <= 0) sendTyping(text);
    else if (preview) nextSignal.set(wait, () => sendTyping(text));
  };
}

/** An operator's typing signal expires after this time (CORE-047). */
const typingTtlMs = 15_000;

/** Returns the function to call whenever an operator starts or stops typing. */
export function createTypingReceiver({
  model,
  set,
  clock,
}: StateStore & { readonly clock: Clock }): () => void {
  const expiry = createTimer(clock);
  return () => {
    if (model().typing === null) expiry.stop();
    else expiry.set(typingTtlMs, () => set({ ...model(), typing: null }));
  };
}
