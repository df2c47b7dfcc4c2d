import { setUnreadInTitle } from "../../ui/title.ts";

/**
 * Shows the number of unread messages in the page title, its icon, and the badge of the installed
 * application.
 */
export function unreadSigns(): (unread: number) => void {
  let drawn = -1;
  return (unread) => {
    if (unread === drawn) return;
    drawn = unread;
    setUnreadInTitle(unread);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const wanted = unread > 0 ? "/favicon-dot.svg" : "/favicon.svg";
    if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
    setBadge(unread);
  };
}

/** Clears the numbers, because nobody reads here any more. */
export function clearUnread(): void {
  setUnreadInTitle(0);
  setBadge(0);
}

function setBadge(n: number): void {
  const app = navigator as Navigator & { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  // Browsers reject this outside an installed application.
  const done = n > 0 ? app.setAppBadge?.(n) : app.clearAppBadge?.();
  done?.catch(() => undefined);
}
