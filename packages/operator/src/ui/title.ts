import { useEffect } from "react";

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

/** "(3) Anna Kovács · Inbox · Parlour". A page that is called like its section is named once. */
export function titleOf({ page, section, unread }: typeof shown): string {
  const names = [page, section === page ? "" : section, app].filter((name) => name !== "").join(" · ");
  return unread > 0 ? `(${unread > 99 ? "99+" : unread}) ${names}` : names;
}

function draw(): void {
  const title = titleOf(shown);
  if (document.title !== title) document.title = title;
}
