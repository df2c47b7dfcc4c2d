import { useCallback, useEffect, useRef } from "react";
import { useLiveClient } from "../../../state/live-context.tsx";

const repeatIntervalMs = 4000;
const stopAfterMs = 5000;

/**
 * Sends typing signals: when the operator starts, every 4 s while they type, and when they stop for
 * 5 s (CH-077).
 */
export function useSendTyping(chatId: number, on: boolean): (isTyping: boolean) => void {
  const live = useLiveClient();
  const state = useRef<{ sentAt: number; idle: ReturnType<typeof setTimeout> | null }>({
    sentAt: 0,
    idle: null,
  });
  const stop = useCallback(() => {
    const { sentAt, idle } = state.current;
    if (idle !== null) clearTimeout(idle);
    if (sentAt > 0) live.typing(chatId, false);
    state.current = { sentAt: 0, idle: null };
  }, [live, chatId]);
  useEffect(() => stop, [stop]);
  return useCallback(
    (isTyping) => {
      if (!on || !isTyping) {
        stop();
        return;
      }
      const now = performance.now();
      const { idle, sentAt } = state.current;
      if (idle !== null) clearTimeout(idle);
      const shouldSend = sentAt === 0 || now - sentAt >= repeatIntervalMs;
      if (shouldSend) live.typing(chatId, true);
      state.current = { sentAt: shouldSend ? now : sentAt, idle: setTimeout(stop, stopAfterMs) };
    },
    [on, live, chatId, stop],
  );
}
