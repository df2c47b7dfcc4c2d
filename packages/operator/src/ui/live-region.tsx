// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { useSyncExternalStore } from "react";
import { browserClock } from "../state/clock.ts";
import { defineTexts } from "../text/index.ts";
import { createEventEmitter } from "../state/api/event-emitter.ts";

const t = defineTexts({
  en: { "announcer.more": "{n} more messages" },
  ru: { "announcer.more": "Ещё сообщений: {n}" },
});

const batchMs = 1000;
const maxAnnouncedTexts = 2;
let queue: string[] = [];
let announcedText = "";
let isScheduled = false;
const listeners = createEventEmitter();

/** Announces a text politely, with others of the same second. Of three or more, only the number. */
export function announce(text: string): void {
  queue.push(text.slice(0, 300));
  if (isScheduled) return;
  isScheduled = true;
  browserClock.after(batchMs, announceQueue);
}

/** The only live region of the page. */
export function LiveRegion() {
  const text = useSyncExternalStore(listeners.subscribe, () => announcedText);
  return (
    <p className="vh" role="status" aria-live="polite">
      {text}
    </p>
  );
}

/** Joins texts with one full stop between them. Texts that end with punctuation keep theirs. */
export function joinSentences(texts: readonly string[]): string {
  return texts.reduce((joined, text) => `${joined}${/[.!?…]$/u.test(joined) ? " " : ". "}${text}`);
}

function announceQueue(): void {
  isScheduled = false;
  const remaining = queue.length - maxAnnouncedTexts;
  const next = joinSentences([
    ...queue.slice(0, maxAnnouncedTexts),
    ...(remaining > 0 ? [t("announcer.more", { n: remaining })] : []),
  ]);
  // Screen readers ignore a repeated text unless it differs, so append a no-break space.
  announcedText = next === announcedText ? `${next}\u00a0` : next;
  queue = [];
  listeners.emit();
}
