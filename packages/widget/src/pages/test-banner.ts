import { createElement } from "./element.ts";
import type { TestPageText } from "./test-text.ts";

/** Name of the inbox's tab, so that a second click returns to the same tab. */
const inboxTab = "parlour-inbox";

/**
 * Renders the banner above the sample shop with a link to the inbox. The returned function marks
 * that the first message was sent.
 */
export function renderBanner(words: TestPageText): () => void {
  const text = createElement(
    "p",
    { role: "status" },
    createElement("b", {}, words.banner),
    " ",
    words.bannerAbout,
  );
  const link = createElement(
    "a",
    { class: "inbox", href: "/inbox/all", target: inboxTab },
    words.inbox,
  );
  link.addEventListener("click", (event) => {
    const openerWindow = getInboxOpener();
    if (openerWindow === null) return;
    event.preventDefault();
    // Browsers bring a tab to the front when it is opened again by name. Some ignore `focus`.
    openerWindow.name ||= inboxTab;
    open("", openerWindow.name);
    openerWindow.focus();
  });
  document.body.append(
    createElement("aside", { class: "tbar", "aria-label": words.title }, text, link),
  );
  return () => {
    text.replaceChildren(
      createElement("b", {}, words.sent),
      " ",
      getInboxOpener() === null ? words.sentAbout : words.sentBeside,
    );
    link.textContent = words.answer;
  };
}

/**
 * Returns the tab that opened this page, if it shows the set-up or the inbox, where the chat can be
 * answered.
 */
function getInboxOpener(): Window | null {
  const openerWindow = opener as Window | null;
  try {
    return openerWindow !== null &&
      !openerWindow.closed &&
      /^\/(setup|inbox)(\/|$)/.test(openerWindow.location.pathname)
      ? openerWindow
      : null;
  } catch (error) {
    console.warn("the tab that opened this page cannot be reached", error);
    return null;
  }
}
