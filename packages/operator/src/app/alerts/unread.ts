import { setUnreadInTitle } from "../../ui/title.ts";

/** The number of unread messages on the page's title, its icon, and the icon of the installed application. */
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

/** Nobody reads here any more: the numbers go. */
export function clearUnread(): void {
  setUnreadInTitle(0);
  setBadge(0);
}

function setBadge(n: number): void {
  const app = navigator as Navigator & { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  // Browsers refuse it outside an installed application.
  const done = n > 0 ? app.setAppBadge?.(n) : app.clearAppBadge?.();
  done?.catch(() => undefined);
}
