import { phoneQuery } from "./style.ts";

/**
 * Changes the page while the chat window covers a small screen (WG-088): the page does not scroll,
 * and Back closes the chat window.
 */
export interface FullscreenMode {
  readonly isPhone: () => boolean;
  /**
   * Checks whether the chat window covers the screen. `byVisitor` is true if the visitor opened or
   * closed it. Only then the browser's history changes.
   */
  update(byVisitor: boolean): void;
  remove(): void;
}
export interface FullscreenModeDeps {
  /** Returns true if the chat window is open at full height. */
  readonly isFullHeight: () => boolean;
  readonly onBack: () => void;
  /** Called when the screen has become small or large. */
  readonly changed: (isPhone: boolean) => void;
  readonly signal: AbortSignal;
}

export function createFullscreenMode({
  isFullHeight,
  onBack,
  changed,
  signal,
}: FullscreenModeDeps): FullscreenMode {
  const phone = matchMedia(phoneQuery);
  const lock = createScrollLock();
  const entry = createBackEntry(onBack, signal);
  let isCovered = false;
  const set = (next: boolean, byVisitor: boolean): void => {
    if (next === isCovered) return;
    isCovered = next;
    lock(next);
    if (!next) entry.leave(byVisitor);
    else if (byVisitor) entry.enter();
  };
  const update = (byVisitor: boolean): void => set(phone.matches && isFullHeight(), byVisitor);
  const onChange = (): void => {
    update(false);
    changed(phone.matches);
  };
  phone.addEventListener("change", onChange, { signal });
  return { isPhone: () => phone.matches, update, remove: () => set(false, false) };
}

/** Creates a function that prevents the page from scrolling while the chat window covers it. */
function createScrollLock(): (isLocked: boolean) => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html,body{overflow:hidden!important;overscroll-behavior:none!important}");
  return (isLocked) => {
    const others = document.adoptedStyleSheets.filter((one) => one !== sheet);
    document.adoptedStyleSheets = isLocked ? [...others, sheet] : others;
  };
}

/** Adds an entry to the browser's history, so that Back closes the chat window. */
function createBackEntry(
  onBack: () => void,
  signal: AbortSignal,
): { enter(): void; leave(byVisitor: boolean): void } {
  let hasEntry = false;
  const takeEntry = (): boolean => {
    const had = hasEntry;
    hasEntry = false;
    return had;
  };
  window.addEventListener("popstate", () => takeEntry() && onBack(), { signal });
  return {
    enter() {
      try {
        // The new entry has the same state as the page's entry, so that the page's router sees no
        // change.
        history.pushState(history.state, "");
        hasEntry = true;
      } catch {
        // Documents without an address have no history. In them, Back leaves the document as
        // without the widget.
        hasEntry = false;
      }
    },
    leave(byVisitor) {
      if (takeEntry() && byVisitor) history.back();
    },
  };
}
