import { element } from "./element.ts";
import type { TestWords } from "./test-words.ts";

/** Name of the inbox's tab, so that a second click returns to the same tab. */
const inboxTab = "parlour-inbox";

/**
 * Renders the banner above the sample shop with a link to the inbox. The returned function marks
 * that the first message was sent.
 */
export function drawBanner(words: TestWords): () => void {
  const text = element("p", { role: "status" }, element("b", {}, words.banner), " ", words.bannerAbout);
  const link = element("a", { class: "inbox", href: "/inbox/all", target: inboxTab }, words.inbox);
  link.addEventListener("click", (event) => {
    const from = inboxOpener();
    if (from === null) return;
    event.preventDefault();
    // Browsers bring a tab to the front when it is opened again by name. Some ignore `focus`.
    from.name ||= inboxTab;
    open("", from.name);
    from.focus();
  });
  document.body.append(element("aside", { class: "tbar", "aria-label": words.title }, text, link));
  return () => {
    text.replaceChildren(element("b", {}, words.sent), " ", inboxOpener() === null ? words.sentAbout : words.sentBeside);
    link.textContent = words.answer;
  };
}

/**
 * Returns the tab that opened this page, if it shows the set-up or the inbox, where the chat can be
 * answered.
 */
function inboxOpener(): Window | null {
  const from = opener as Window | null;
  try {
    return from !== null && !from.closed && /^\/(setup|inbox)(\/|$)/.test(from.location.pathname) ? from : null;
  } catch (error) {
    console.warn("the tab that opened this page cannot be reached", error);
    return null;
  }
}
