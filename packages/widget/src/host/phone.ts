import { phoneQuery } from "./style.ts";

/** What a window that covers a small screen does to the page, and undoes (WG-088): nothing scrolls behind it, Back closes it. */
export interface Cover {
  readonly isPhone: () => boolean;
  /** Looks whether the window covers the screen now. `byVisitor`: opened or closed by his hand; only then the browser's history is touched. */
  fit(byVisitor: boolean): void;
  remove(): void;
}
export interface CoverDeps {
  /** Whether the window covers a screen that is small. */
  readonly isWhole: () => boolean;
  readonly back: () => void;
  /** The screen became small, or large. */
  readonly changed: (isPhone: boolean) => void;
  readonly signal: AbortSignal;
}

export function openCover({ isWhole, back, changed, signal }: CoverDeps): Cover {
  const phone = matchMedia(phoneQuery);
  const lock = scrollLock();
  const entry = backEntry(back, signal);
  let isCovered = false;
  const set = (next: boolean, byVisitor: boolean): void => {
    if (next === isCovered) return;
    isCovered = next;
    lock(next);
    if (!next) entry.leave(byVisitor);
    else if (byVisitor) entry.enter();
  };
  const fit = (byVisitor: boolean): void => set(phone.matches && isWhole(), byVisitor);
  const onChange = (): void => {
    fit(false);
    changed(phone.matches);
  };
  phone.addEventListener("change", onChange, { signal });
  return { isPhone: () => phone.matches, fit, remove: () => set(false, false) };
}

/** Keeps the page from scrolling behind the window. */
function scrollLock(): (isLocked: boolean) => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html,body{overflow:hidden!important;overscroll-behavior:none!important}");
  return (isLocked) => {
    const others = document.adoptedStyleSheets.filter((one) => one !== sheet);
    document.adoptedStyleSheets = isLocked ? [...others, sheet] : others;
  };
}

/** An entry of the browser's history that Back takes away, and the window with it. */
function backEntry(back: () => void, signal: AbortSignal): { enter(): void; leave(byVisitor: boolean): void } {
  let hasEntry = false;
  const taken = (): boolean => {
    const had = hasEntry;
    hasEntry = false;
    return had;
  };
  window.addEventListener("popstate", () => taken() && back(), { signal });
  return {
    enter() {
      try {
        // The page's own state once more, so that its router sees nothing new.
        history.pushState(history.state, "");
        hasEntry = true;
      } catch {
        // Documents without an address of their own have no history; Back leaves them as ever.
        hasEntry = false;
      }
    },
    leave(byVisitor) {
      if (taken() && byVisitor) history.back();
    },
  };
}
