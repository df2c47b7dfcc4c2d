import { useCallback, useEffect, useRef } from "react";
import { useLiveStore } from "../../state/live-context.tsx";

const repeatMs = 4000;
const idleMs = 5000;

/**
 * Sends typing signals: when the operator starts, every 4 s while they type, and when they stop for
 * 5 s (CH-077).
 */
export function useTypingOut(chatId: number, on: boolean): (writing: boolean) => void {
  const live = useLiveStore();
  const state = useRef<{ said: number; idle: ReturnType<typeof setTimeout> | null }>({ said: 0, idle: null });
  const stop = useCallback(() => {
    const { said, idle } = state.current;
    if (idle !== null) clearTimeout(idle);
    if (said > 0) live.typing(chatId, false);
    state.current = { said: 0, idle: null };
  }, [live, chatId]);
  useEffect(() => stop, [stop]);
  return useCallback(
    (writing) => {
      if (!on || !writing) {
        stop();
        return;
      }
      const now = performance.now();
      const { idle, said } = state.current;
      if (idle !== null) clearTimeout(idle);
      const again = said === 0 || now - said >= repeatMs;
      if (again) live.typing(chatId, true);
      state.current = { said: again ? now : said, idle: setTimeout(stop, idleMs) };
    },
    [on, live, chatId, stop],
  );
}
