import { useEffect, useRef } from "react";

/**
 * Runs an effect once, as soon as `isReady` is true. React may run the effects of a component
 * several times, which must not repeat a request that works once.
 */
export function useOnce(run: () => void, isReady = true): void {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current || !isReady) return;
    hasStarted.current = true;
    run();
  });
}
