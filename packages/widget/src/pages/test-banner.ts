import { createElement } from "./element.ts";
import type { TestPageText } from "./test-text.ts";

/** Name of the browser tab with the inbox, so that a second click returns to the same tab. */
const inboxTab = "parlour-inbox";

/**
 * Renders the banner above the sample shop, with a link to the inbox. The returned function changes
 * the banner after the first message was sent.
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
 * Returns the tab that opened this page if it shows the setup or the inbox, where an operator can
 * answer the chat. Otherwise returns null.
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

/**
 * Styles of the test page: a sample shop, light and dark, from 320 px wide. The serif font belongs
 * to the shop, not to Parlour.
 */
export const testPageCss = `
:root { color-scheme: light dark; --page: #fbfaf6; --text: #2b2824; --soft: #635d51; --line: #e5dfd2; --pic: #eae4da; --info-soft: #dfeafa; --info: #1c5396; --dev: #f5f3ee; --field: #fff; --bad: #b0261e; --link: #0b5f53; --focus: #1d4ed8; }
@media (prefers-color-scheme: dark) { :root { --page: #1b1917; --text: #efe9dd; --soft: #b3aa9a; --line: #3b362f; --pic: #35302a; --info-soft: #14283f; --info: #9cc6ff; --dev: #15130f; --field: #221f1b; --bad: #ff8a80; --link: #5cc4b3; --focus: #8ab4ff; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 60px; }
body { margin: 0; min-block-size: 100dvh; display: flex; flex-direction: column; background: var(--page); color: var(--text); font: 14px/1.45 system-ui, sans-serif; }
h1, h2, h3, p, ul, dl { margin: 0; padding: 0; } ul { list-style: none; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.tbar { position: sticky; inset-block-start: 0; z-index: 2; display: flex; align-items: center; gap: 16px; padding: 8px 24px; background: var(--info-soft); }
.tbar p { flex: 1; } .tbar b { color: var(--info); }
.inbox { flex: none; display: inline-flex; align-items: center; min-block-size: 32px; padding: 0 12px; border: 1px solid #7d7867; border-radius: 4px; background: var(--field); color: inherit; font-weight: 600; text-decoration: none; }
.shop { flex: 1 0 auto; inline-size: min(1120px, 100% - 48px); margin-inline: auto; font-family: Georgia, "Noto Serif", serif; }
.shop header { display: flex; align-items: center; justify-content: space-between; gap: 24px; padding-block: 20px; border-block-end: 1px solid var(--line); font-size: 15px; }
.shop header > b { font-size: 22px; font-weight: 400; overflow-wrap: anywhere; }
.shop nav { display: flex; gap: 28px; } .shop nav a { padding-block: 4px; color: var(--soft); text-decoration: none; } .shop nav [aria-current] { color: var(--text); border-block-end: 2px solid var(--shop); }
.hero { display: grid; grid-template-columns: 1.1fr 1fr; gap: 48px; padding-block: 32px; }
.pic { display: grid; place-items: center; aspect-ratio: 1.35; background: var(--pic); } .pic svg { inline-size: 68%; }
.txt { display: grid; gap: 12px; align-content: center; justify-items: start; min-inline-size: 0; }
.txt h1 { font-size: 34px; font-weight: 400; line-height: 1.15; overflow-wrap: anywhere; } .txt p { max-inline-size: 38ch; font-size: 16px; } .txt .price { font-size: 20px; }
.txt button { margin-block: 8px; padding: 13px 40px; border: 0; border-radius: 2px; background: var(--shop); color: var(--on-shop); font: inherit; font-size: 15px; cursor: pointer; }
.shop small { color: var(--soft); font-size: 13px; }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 20px; padding-block-end: 40px; }
.tiles a { display: grid; gap: 4px; color: inherit; text-decoration: none; } .tiles span { display: grid; place-items: center; aspect-ratio: 1.25; background: #e4e6e6; } .tiles span svg { inline-size: 70%; } .tiles b { font-size: 15px; font-weight: 400; }
.tiles .mug span { background: #f1e4d8; } .tiles .jug span { background: #e5e9dc; } .tiles .vase span { background: #ddd5c6; }
@media (prefers-color-scheme: dark) { .tiles a.mug span { background: #3d2f26; } .tiles a.jug span { background: #2f352a; } .tiles a.vase span { background: #3a342b; } .tiles a.bowl span { background: #2b2f31; } }
.dev { border-block-start: 1px solid var(--line); background: var(--dev); padding-inline: 24px; }
.dev summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; padding-block: 12px; cursor: pointer; list-style: none; }
.dev summary::-webkit-details-marker { display: none; }
.dev summary::before { content: "›"; inline-size: 12px; font-size: 18px; line-height: 1; } .dev [open] > summary::before { rotate: 90deg; }
.dev h2 { font-size: 13px; font-weight: 600; } .dev h3 { font-size: 14px; } .dev summary small, .soft { color: var(--soft); }
.console { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px; max-inline-size: 1280px; margin-inline: auto; padding-block: 4px 120px; }
.console p { margin-block-end: 8px; } .about { grid-column: 1 / -1; } .console a { color: var(--link); }
.console section { min-inline-size: 0; } .console section:last-child { position: sticky; inset-block-start: 64px; align-self: start; }
.facts { display: flex; flex-wrap: wrap; gap: 4px 8px; } .facts dt { color: var(--soft); } .facts dd { margin: 0 16px 0 0; font-weight: 600; }
.row { display: grid; grid-template-columns: minmax(0, 240px) minmax(0, 1fr); gap: 8px; margin-block-end: 8px; }
.console button, .console input { min-block-size: 36px; min-inline-size: 0; padding: 4px 10px; border: 1px solid #7d7867; border-radius: 4px; background: var(--field); color: inherit; font: inherit; }
.console button { cursor: pointer; font-weight: 600; overflow-wrap: anywhere; } .row button { text-align: start; } .console input { font-family: ui-monospace, monospace; font-size: 13px; }
.log { margin-block-start: 12px; max-block-size: 60vh; overflow: auto; font: 13px/1.5 ui-monospace, monospace; }
.log p { margin: 0; padding: 4px 0; border-block-end: 1px solid var(--line); overflow-wrap: anywhere; } .log time { color: var(--soft); margin-inline-end: 8px; }
.log .callback { color: var(--link); } .log .fault { color: var(--bad); } .log .event { color: var(--soft); }
[hidden] { display: none; }
@media (max-width: 719px) {
  .tbar { padding: 8px 16px; } .inbox { min-block-size: 44px; }
  .shop { inline-size: calc(100% - 32px); } .shop nav { display: none; } .hero { grid-template-columns: minmax(0, 1fr); gap: 24px; padding-block: 20px; } .txt h1 { font-size: 28px; } .tiles { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); padding-block-end: 96px; }
  .dev { padding-inline: 16px; } .console { grid-template-columns: minmax(0, 1fr); } .row { grid-template-columns: minmax(0, 1fr); } .console section:last-child { position: static; }
}
`;
