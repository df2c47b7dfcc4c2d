import { useEffect, useRef } from "react";

/** Shows an element on the full screen. The screen stays on meanwhile, where the browser can. */
export function useFullScreen() {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const change = async () => {
      await lock?.release();
      lock = null;
      if (document.fullscreenElement)
        lock = await navigator.wakeLock?.request("screen").catch(() => null);
    };
    const onChange = () => void change();
    document.addEventListener("fullscreenchange", onChange);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      void lock?.release();
    };
  }, []);
  const toggle = () => {
    // The browser refuses if the page is not allowed to.
    if (document.fullscreenElement) void document.exitFullscreen?.();
    else void ref.current?.requestFullscreen?.().catch(() => undefined);
  };
  return { ref, toggle, isPossible: document.fullscreenEnabled };
}
