import { useEffect } from "react";
import { getPreferences } from "../state/preferences.ts";

const app = "Parlour";
const shown = { page: "", section: "", unread: 0 };

/** Sets a part of the page title while the component is mounted: "Shop · Chat API · Parlour". */
export function useTitle(part: "page" | "section", text: string): void {
  useEffect(() => {
    shown[part] = text;
    draw();
    return () => {
      shown[part] = "";
      draw();
    };
  }, [part, text]);
}

/** Sets the number of unread messages in front of the title. */
export function setUnreadInTitle(unread: number): void {
  shown.unread = unread;
  draw();
}

const flashEveryMs = 1_500;
const flashForMs = 10_000;
let news: string | null = null;
let flashing: ReturnType<typeof setInterval> | null = null;

/**
 * Alternates the title with a text for 10 s, if the operator enabled it and the page has no focus.
 * Focusing the page ends it (product.md 4).
 */
export function flashTitle(text: string): void {
  if (!getPreferences().flash || document.hasFocus()) return;
  const endAt = Date.now() + flashForMs;
  if (flashing !== null) clearInterval(flashing);
  const end = (): void => {
    if (flashing !== null) clearInterval(flashing);
    flashing = null;
    news = null;
    window.removeEventListener("focus", end);
    draw();
  };
  news = text;
  draw();
  flashing = setInterval(() => {
    if (Date.now() >= endAt) return end();
    news = news === null ? text : null;
    draw();
  }, flashEveryMs);
  window.addEventListener("focus", end);
}

/**
 * Formats the title, such as "(3) Anna Kovács · Inbox · Parlour". A page with the same name as its
 * section is named once.
 */
export function titleOf({ page, section, unread }: typeof shown): string {
  const names = [page, section === page ? "" : section, app].filter((name) => name !== "").join(" · ");
  return unread > 0 ? `(${unread > 99 ? "99+" : unread}) ${names}` : names;
}

function draw(): void {
  const title = news ?? titleOf(shown);
  if (document.title !== title) document.title = title;
}
