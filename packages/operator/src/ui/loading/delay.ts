import { useEffect, useState } from "react";
import { browserClock } from "../../state/clock.ts";

/** Returns the value once unchanged for `ms`, so that typing a word causes one request. */
export function useDebounced<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => browserClock.after(ms, () => setDebounced(value)), [value, ms]);
  return debounced;
}

/** Returns true once `on` has been true for `ms` milliseconds. */
export function useHasElapsed(ms: number, on = true): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!on) return;
    const cancel = browserClock.after(ms, () => setElapsed(true));
    return () => {
      cancel();
      setElapsed(false);
    };
  }, [on, ms]);
  return on && hasElapsed;
}
