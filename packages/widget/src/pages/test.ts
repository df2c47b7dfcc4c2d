import { renderBanner } from "./test-banner.ts";
import { renderConsole } from "./test-console.ts";
import { renderShop } from "./test-shop.ts";
import { testPageCss } from "./test-banner.ts";
import { getTestPageText } from "./test-text.ts";

/**
 * The test page of a widget (CORE-172). It shows a sample shop with the real widget. Below the
 * shop, a collapsed console has a button for every function of the script API. This script runs
 * before the widget's code.
 */
const {
  prefixes = "widget",
  settings = "/",
  name = "",
  accent = "#0B6B5D",
  id = "",
} = document.body.dataset;
const names = prefixes.split(" ");
const pageText = getTestPageText(document.documentElement.lang);

const sheet = new CSSStyleSheet();
sheet.replaceSync(testPageCss);
document.adoptedStyleSheets = [sheet];

const onFirstMessage = renderBanner(pageText);
renderShop(pageText, { name, accent });
// On load, the API object exists if the page uses the snippet. Otherwise the script creates it.
addEventListener("load", () => getApi()?.on?.("messageSent", onFirstMessage));
const isForDevelopers = location.hash === "#developers";
renderConsole({ words: pageText, names, settings, isOpen: isForDevelopers });
// On a small screen, the chat window stays closed, because it would cover the banner.
if (!isForDevelopers && matchMedia("(min-width: 720px)").matches && isFirstVisit())
  addEventListener("load", openWindow);

/**
 * Returns whether this browser shows the page for the first time. Without storage every time counts
 * as the first.
 */
function isFirstVisit(): boolean {
  const storageKey = `parlour.test-page.${id}`;
  try {
    const isFirst = localStorage.getItem(storageKey) === null;
    localStorage.setItem(storageKey, "seen");
    return isFirst;
  } catch {
    return true;
  }
}

/**
 * Opens the chat window by clicking its button, so that the message field gets the focus. If there
 * is not a button, calls `open`.
 */
function openWindow(): void {
  const button = () =>
    document.querySelector("parlour-widget")?.shadowRoot?.querySelector<HTMLElement>("button.l");
  const timer = setInterval(() => {
    if (getApi() === undefined || getApi()?.q !== undefined) return;
    clearInterval(timer);
    const press = button();
    // Older browsers do not have this function. The button is shown on this page.
    if (press && press.checkVisibility?.() !== false) press.click();
    else getApi()?.open?.();
  }, 50);
}

interface Api {
  readonly open?: () => unknown;
  readonly on?: (event: string, handler: () => void) => unknown;
  /** Calls that are queued until the script is loaded. */
  readonly q?: unknown;
}
function getApi(): Api | undefined {
  return (window as unknown as Record<string, Api | undefined>)[`${names[0] ?? "widget"}_api`];
}
