import { drawBanner } from "./test-banner.ts";
import { drawConsole } from "./test-console.ts";
import { drawShop } from "./test-shop.ts";
import { testPageCss } from "./test-style.ts";
import { wordsFor } from "./test-words.ts";

/**
 * The test page of a widget (CORE-172): a sample shop with the real widget. Below it, a collapsed
 * console has a button for every function of the script API. Runs before the widget's code.
 */
const { prefixes = "widget", settings = "/", name = "", accent = "#0B6B5D", id = "" } = document.body.dataset;
const names = prefixes.split(" ");
const words = wordsFor(document.documentElement.lang);

const sheet = new CSSStyleSheet();
sheet.replaceSync(testPageCss);
document.adoptedStyleSheets = [sheet];

const onFirstMessage = drawBanner(words);
drawShop(words, { name, accent });
// With the snippet the API object exists on load. With the script alone the script creates it.
addEventListener("load", () => apiOf()?.on?.("messageSent", onFirstMessage));
const isForDevelopers = location.hash === "#developers";
drawConsole({ words, names, settings, isOpen: isForDevelopers });
// On a small screen the chat window stays closed, so that the banner is readable.
if (!isForDevelopers && matchMedia("(min-width: 720px)").matches && isFirstVisit()) addEventListener("load", openWindow);

/**
 * Returns whether this browser shows the page for the first time. Without storage every time counts
 * as the first.
 */
function isFirstVisit(): boolean {
  const place = `parlour.test-page.${id}`;
  try {
    const isFirst = localStorage.getItem(place) === null;
    localStorage.setItem(place, "seen");
    return isFirst;
  } catch {
    return true;
  }
}

/**
 * Opens the chat window by a press of its button, so that the message field gets the focus. Without
 * a button it calls `open`.
 */
function openWindow(): void {
  const button = () => document.querySelector("parlour-widget")?.shadowRoot?.querySelector<HTMLElement>("button.l");
  const timer = setInterval(() => {
    if (apiOf() === undefined || apiOf()?.q !== undefined) return;
    clearInterval(timer);
    const press = button();
    if (press?.checkVisibility() === true) press.click();
    else apiOf()?.open?.();
  }, 50);
}

interface Api {
  readonly open?: () => unknown;
  readonly on?: (event: string, handler: () => void) => unknown;
  /** Calls that are queued for the script. */
  readonly q?: unknown;
}
function apiOf(): Api | undefined {
  return (window as unknown as Record<string, Api | undefined>)[`${names[0] ?? "widget"}_api`];
}
