import { useEffect } from "react";
import { preferences } from "../state/preferences.ts";

const app = "Parlour";
const shown = { page: "", section: "", unread: 0 };

/** Names the page in the tab of the browser, for as long as the part stands: "Shop · Chat API · Parlour". */
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

/** The count in front of the title. */
export function setUnreadInTitle(unread: number): void {
  shown.unread = unread;
  draw();
}

const flashEveryMs = 1_500;
const flashForMs = 10_000;
let news: string | null = null;
let flashing: ReturnType<typeof setInterval> | null = null;

/** The title changes to the news and back for 10 s, for those who asked for it and look elsewhere; their look ends it (product.md 4). */
export function flashTitle(text: string): void {
  if (!preferences().flash || document.hasFocus()) return;
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

/** "(3) Anna Kovács · Inbox · Parlour". A page that is called like its section is named once. */
export function titleOf({ page, section, unread }: typeof shown): string {
  const names = [page, section === page ? "" : section, app].filter((name) => name !== "").join(" · ");
  return unread > 0 ? `(${unread > 99 ? "99+" : unread}) ${names}` : names;
}

function draw(): void {
  const title = news ?? titleOf(shown);
  if (document.title !== title) document.title = title;
}
