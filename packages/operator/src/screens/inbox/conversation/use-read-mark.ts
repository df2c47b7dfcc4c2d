import { useEffect, type RefObject } from "react";
import { browserClock } from "../../../state/clock.ts";
import { useLiveState } from "../../../state/live-context.tsx";

const readAfterMs = 500;
const checkIntervalMs = 250;
/** Earlier chats have numbers of their own. */
const ownMessages = "[data-seq]:not(.earlier *)";

/**
 * Moves the read mark over messages that were 0.5 s on screen in a focused window (product.md 3).
 */
export function useReadMark(
  box: RefObject<HTMLElement | null>,
  chatId: number,
  on: boolean,
  markRead: (seq: number) => void,
): void {
  const hasUnread = useLiveState(
    (state) =>
      (state.snapshot.chats.get(chatId)?.chat.unread ?? 0) > 0 || state.mentions.has(chatId),
  );
  const unread = on && hasUnread;
  useEffect(() => {
    if (!unread) return;
    const visibleSince = new Map<number, number>();
    return browserClock.every(checkIntervalMs, () => {
      if (document.visibilityState !== "visible" || !document.hasFocus() || !box.current) {
        visibleSince.clear();
        return;
      }
      const read = findNewestRead(visibleSeqs(box.current), visibleSince, browserClock.monotonic());
      if (read > 0) markRead(read);
    });
  }, [unread, box, markRead, chatId]);
}

/** Returns the highest `seq` that was on screen long enough. Updates `visibleSince`. */
export function findNewestRead(
  visible: readonly number[],
  visibleSince: Map<number, number>,
  now: number,
): number {
  for (const seq of visibleSince.keys()) if (!visible.includes(seq)) visibleSince.delete(seq);
  let newest = 0;
  for (const seq of visible) {
    const since = visibleSince.get(seq) ?? now;
    visibleSince.set(seq, since);
    if (now - since >= readAfterMs) newest = Math.max(newest, seq);
  }
  return newest;
}

/** Returns the sequence numbers of the messages whose end is on screen. */
function visibleSeqs(box: HTMLElement): number[] {
  const frame = box.getBoundingClientRect();
  return [...box.querySelectorAll<HTMLElement>(ownMessages)]
    .filter((element) => {
      const rect = element.getBoundingClientRect();
      return rect.bottom <= frame.bottom + 8 && rect.bottom > frame.top + 8;
    })
    .map((element) => Number(element.dataset["seq"]));
}
