import type { LoaderContext } from "../../loader/start.ts";

/** The page's own button (WG-231). */
export interface PageButton {
  /** Returns true if the page uses a button of its own, or none. */
  readonly isUsed: () => boolean;
  /** Must be called at the start, and when elements of the page were added or removed. */
  check(): void;
}

/**
 * Follows whether the page has a visible button of its own, and calls `onChange` after each change.
 * The file that watches it is loaded only if there is one.
 */
export function followPageButton(
  context: LoaderContext,
  onChange: () => void,
  signal: AbortSignal,
): PageButton {
  // Not undefined, so that the first check calls `onChange`.
  let button: Element | null | undefined = null;
  let isVisible = false;
  const set = (next: boolean): void => {
    isVisible = next;
    onChange();
  };
  return {
    isUsed: () => context.hasPageButton(isVisible),
    check() {
      const found = context.findPageButton();
      if (found === button) return;
      button = found;
      set(!!found);
      if (found)
        import("./page-button.ts").then(
          ({ watchPageButton }) => watchPageButton(context, found, set, signal),
          // The file did not load. The button counts as visible.
          () => undefined,
        );
    },
  };
}
