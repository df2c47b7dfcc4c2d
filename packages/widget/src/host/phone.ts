/** What a window that covers a small screen does to the page, and undoes (WG-088): nothing scrolls behind it, Back closes it. */
export interface Cover {
  /** `byVisitor`: opened or closed by his hand; only then the browser's history is touched. */
  set(isCovered: boolean, byVisitor: boolean): void;
  remove(): void;
}

export function openCover(back: () => void): Cover {
  const lock = new CSSStyleSheet();
  lock.replaceSync("html,body{overflow:hidden!important;overscroll-behavior:none!important}");
  let isLocked = false;
  let hasEntry = false;
  const onBack = (): void => {
    if (!hasEntry) return;
    hasEntry = false;
    back();
  };
  const set = (isCovered: boolean, byVisitor: boolean): void => {
    if (isCovered === isLocked) return;
    isLocked = isCovered;
    const others = document.adoptedStyleSheets.filter((one) => one !== lock);
    document.adoptedStyleSheets = isCovered ? [...others, lock] : others;
    if (isCovered && byVisitor) {
      try {
        // The page's own state once more, so that its router sees nothing new.
        history.pushState(history.state, "");
        hasEntry = true;
      } catch {
        // Documents without an address of their own have no history; Back leaves them as ever.
        hasEntry = false;
      }
    } else if (!isCovered && hasEntry) {
      hasEntry = false;
      if (byVisitor) history.back();
    }
  };
  window.addEventListener("popstate", onBack);
  return {
    set,
    remove() {
      set(false, false);
      window.removeEventListener("popstate", onBack);
    },
  };
}
