import { setUnreadInTitle } from "../../ui/title.ts";

/**
 * Shows the number of unread messages in the page title, its icon, and the badge of the installed
 * application.
 */
export function startUnreadBadges(): (unread: number) => void {
  let shown = -1;
  return (unread) => {
    if (unread === shown) return;
    shown = unread;
    setUnreadInTitle(unread);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const iconUrl = unread > 0 ? "/favicon-dot.svg" : "/favicon.svg";
    if (icon && icon.getAttribute("href") !== iconUrl) icon.href = iconUrl;
    setBadge(unread);
  };
}

/** Clears the numbers, because nobody reads here any more. */
export function clearUnreadBadges(): void {
  setUnreadInTitle(0);
  setBadge(0);
}

function setBadge(n: number): void {
  const app = navigator as Navigator & {
    setAppBadge?: (n: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  // Browsers reject this outside an installed application.
  const done = n > 0 ? app.setAppBadge?.(n) : app.clearAppBadge?.();
  done?.catch(() => undefined);
}
