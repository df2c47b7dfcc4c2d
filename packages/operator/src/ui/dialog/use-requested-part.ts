import { useEffect } from "react";
import { usePendingPart } from "../keyboard/shortcuts.ts";
import { useLatest } from "../keyboard/use-latest.ts";
import { useLazyValue, type LazyValue } from "../loading/lazy-value.ts";
import { t } from "../text.ts";
import { toast } from "./toast.tsx";

/**
 * Returns a part of the page that the operator opens, or null until it is loaded. If it cannot be
 * loaded, a notice says so, and `close` takes the request back, so that the next one loads again.
 */
export function useRequestedPart<T>(
  part: LazyValue<T>,
  isRequested: boolean,
  close: () => void,
): T | null {
  const latestClose = useLatest(close);
  useEffect(() => {
    if (!isRequested) return;
    let isCurrent = true;
    part.request().catch((error: unknown) => {
      console.warn("a part of the page could not be opened", error);
      if (!isCurrent) return;
      toast(t("ui.part.failed"), { tone: "bad" });
      latestClose.current();
    });
    return () => {
      isCurrent = false;
    };
  }, [part, isRequested, latestClose]);
  const value = useLazyValue(part);
  usePendingPart(isRequested && value === null, close);
  return value;
}
