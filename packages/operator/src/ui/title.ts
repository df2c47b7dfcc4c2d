import { useEffect } from "react";
import { browserClock } from "../state/clock.ts";
import { getPreferences } from "../state/browser/preferences.ts";

const appName = "Parlour";
const titleParts = { page: "", section: "", news: 0 };

/** Sets a part of the page title while the component is mounted: "Shop · Chat API · Parlour". */
export function useTitle(part: "page" | "section", text: string): void {
  useEffect(() => {
    titleParts[part] = text;
    updateTitle();
    return () => {
      titleParts[part] = "";
      updateTitle();
    };
  }, [part, text]);
}

/** Shows the number of chats with something new in front of the page title. */
export function setNewsInTitle(news: number): void {
  titleParts.news = news;
  updateTitle();
}

const flashIntervalMs = 1_500;
const flashDurationMs = 10_000;
let flashText: string | null = null;
let stopTimer: (() => void) | null = null;

/** Alternates the title with a text for 10 s while the page has no focus (product.md 4). */
export function flashTitle(text: string): void {
  if (!getPreferences().flash || document.hasFocus()) return;
  const endAt = browserClock.now() + flashDurationMs;
  stopTimer?.();
  const stop = (): void => {
    stopTimer?.();
    stopTimer = null;
    flashText = null;
    window.removeEventListener("focus", stop);
    updateTitle();
  };
  flashText = text;
  updateTitle();
  stopTimer = browserClock.every(flashIntervalMs, () => {
    if (browserClock.now() >= endAt) return stop();
    flashText = flashText === null ? text : null;
    updateTitle();
  });
  window.addEventListener("focus", stop);
}

/** Formats the title, such as "(3) Anna Kovács · Inbox · Parlour". Equal names appear once. */
export function formatTitle({ page, section, news }: typeof titleParts): string {
  const names = [page, section === page ? "" : section, appName]
    .filter((name) => name !== "")
    .join(" · ");
  return news > 0 ? `(${news > 99 ? "99+" : news}) ${names}` : names;
}

function updateTitle(): void {
  const title = flashText ?? formatTitle(titleParts);
  if (document.title !== title) document.title = title;
}
