import type { Api, QueuedCall } from "./stub.ts";

/** A widget that was started in this document, as its page finds it by its id (WG-227). */
export interface StartedWidget {
  readonly api: Api;
  /** Whether the page has destroyed the widget (WG-093). Another widget may then use its names. */
  isDestroyed: boolean;
  /** Destroys the widget, as `<prefix>_destroy` does. */
  readonly destroy: () => void;
  /** Does what loading the widget's script again does (WG-097). */
  readonly again: () => void;
}
const key = Symbol.for("parlour.widgets");

/**
 * Returns all widgets of this document by id. They are stored under a symbol of the document,
 * because pages delete globals but not such symbols. Released components of pages read it (WG-227).
 */
export function getStartedWidgets(): Map<string, StartedWidget> {
  const holder = document as unknown as Record<symbol, Map<string, StartedWidget> | undefined>;
  return (holder[key] ??= new Map());
}

/** Returns the values of `<prefix>_<key>` on this page. */
export function readGlobals(prefixes: readonly string[], key: "api" | "config"): unknown[] {
  const page = window as unknown as Record<string, unknown>;
  return prefixes.map((prefix) => page[`${prefix}_${key}`]);
}

/** Returns true if a widget that is not destroyed has one of the names on this page (WG-234). */
export function isNameTaken(prefixes: readonly string[]): boolean {
  return readGlobals(prefixes, "api").some((value) => findWidget(value)?.isDestroyed === false);
}

function findWidget(api: unknown): StartedWidget | undefined {
  return [...getStartedWidgets().values()].find((widget) => widget.api === api);
}

/**
 * Returns true if the object under a name of the script API belongs to another widget or to an
 * unrelated script.
 */
export function isForeignApi(value: unknown, api: Api): boolean {
  return (
    typeof (value as Api | null | undefined)?.["open"] === "function" &&
    value !== api &&
    !isSnippetQueue(value) &&
    !findWidget(value)?.isDestroyed
  );
}

/** Returns whether the value is the queue of the page's snippet (WG-001). */
export function isSnippetQueue(value: unknown): value is Api & { q: QueuedCall[] } {
  return Array.isArray((value as Api | null | undefined)?.q);
}
