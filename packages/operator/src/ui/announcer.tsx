// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useSyncExternalStore } from "react";
import { defineTexts } from "../text/index.ts";
import { createEventEmitter } from "../state/event-emitter.ts";

const t = defineTexts({ en: { "announcer.more": "{n} more messages" }, ru: { "announcer.more": "Ещё сообщений: {n}" } });

const gatherMs = 1000;
const mostSpoken = 2;
let waiting: string[] = [];
let spoken = "";
let timer: ReturnType<typeof setTimeout> | null = null;
const listeners = createEventEmitter();

/**
 * Announces a text to screen readers, politely. Texts within one second are announced together, and
 * from the third on only their number.
 */
export function announce(text: string): void {
  waiting.push(text.slice(0, 300));
  timer ??= setTimeout(speak, gatherMs);
}

/** The only live region of the page. */
export function Announcer() {
  const text = useSyncExternalStore(listeners.subscribe, () => spoken);
  return (
    <p className="vh" role="status" aria-live="polite">
      {text}
    </p>
  );
}

function speak(): void {
  timer = null;
  const rest = waiting.length - mostSpoken;
  const next = [...waiting.slice(0, mostSpoken), ...(rest > 0 ? [t("announcer.more", { n: rest })] : [])].join(". ");
  // A repeated text is announced only if it differs, so append a no-break space.
  spoken = next === spoken ? `${next}\u00a0` : next;
  waiting = [];
  listeners.emit();
}
