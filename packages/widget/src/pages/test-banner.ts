import { element } from "./element.ts";
import type { TestWords } from "./test-words.ts";

/** Name of the inbox's tab, so that a second press comes back to the tab of the first. */
const inboxTab = "parlour-inbox";

/** Draws the line above the sample shop: where one is, and the way to the inbox. Returns what is called when a first message was sent. */
export function drawBanner(words: TestWords): () => void {
  const text = element("p", { role: "status" }, element("b", {}, words.banner), " ", words.bannerAbout);
  const link = element("a", { class: "inbox", href: "/inbox/all", target: inboxTab }, words.inbox);
  link.addEventListener("click", (event) => {
    if (showOpener()) event.preventDefault();
  });
  document.body.append(element("aside", { class: "tbar", "aria-label": words.title }, text, link));
  return () => {
    text.replaceChildren(element("b", {}, words.sent), " ", words.sentAbout);
    link.textContent = words.answer;
  };
}

/**
 * Brings the tab to the front that opened this page, if it shows the set-up or the inbox: a chat is answered there. Returns false where there
 * is none. Browsers bring a tab to the front that is opened again by its name, and some of them ignore `focus`.
 */
function showOpener(): boolean {
  const from = opener as Window | null;
  try {
    if (from === null || from.closed || !/^\/(setup|inbox)(\/|$)/.test(from.location.pathname)) return false;
    from.name ||= inboxTab;
    open("", from.name);
    from.focus();
    return true;
  } catch (error) {
    console.warn("the tab that opened this page cannot be reached", error);
    return false;
  }
}
