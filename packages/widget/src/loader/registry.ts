import type { Api, QueuedCall } from "./stub.ts";

/** A widget that was started in this document. */
export interface StartedWidget {
  readonly api: Api;
  /** The page destroyed it (WG-093), so another widget may use its names. */
  isDestroyed: boolean;
  /** Its script was loaded again (WG-097). */
  readonly again: () => void;
}
const key = Symbol.for("parlour.widgets");

/**
 * All widgets of this document by id. Stored on the document, because pages delete globals but not
 * symbols of their document.
 */
export function getStartedWidgets(): Map<string, StartedWidget> {
  const holder = document as unknown as Record<symbol, Map<string, StartedWidget> | undefined>;
  return (holder[key] ??= new Map());
}

/**
 * Returns whether the object under a name of the script API belongs to another widget or a foreign
 * script.
 */
export function isTaken(value: unknown, api: Api): boolean {
  if (typeof value !== "object" || value === null || value === api || isQueue(value)) return false;
  return (
    typeof (value as Api)["open"] === "function" &&
    ![...getStartedWidgets().values()].some((one) => one.isDestroyed && one.api === value)
  );
}

/**
 * Returns whether the value is the queue that the page's snippet (WG-001) creates before the script
 * loads.
 */
export function isQueue(value: unknown): value is Api & { q: QueuedCall[] } {
  return typeof value === "object" && value !== null && Array.isArray((value as Api).q);
}
