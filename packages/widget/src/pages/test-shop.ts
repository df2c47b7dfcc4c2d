import { textOn } from "../loader/button.ts";
import { element } from "./element.ts";
import { drawPot, type Pot } from "./test-pots.ts";
import type { TestWords } from "./test-words.ts";

/**
 * Renders the sample shop of the test page: one product and four tiles, in the account's name and
 * colour. Its links do nothing.
 */
export function drawShop(words: TestWords, { name, accent }: { readonly name: string; readonly accent: string }): void {
  document.title = `${words.product} · ${name}`;
  document.documentElement.style.setProperty("--shop", accent);
  document.documentElement.style.setProperty("--on-shop", textOn(accent));
  const sections = words.sections.split("|");
  const nav = element(
    "nav",
    { "aria-label": name },
    ...sections.map((section, n) => still(section, n === 0 ? { "aria-current": "page" } : {})),
  );
  const buy = element("button", { type: "button" }, words.buy);
  const hero = element(
    "section",
    { class: "hero", "aria-label": words.product },
    element("div", { class: "pic" }, drawPot("bowl")),
    element(
      "div",
      { class: "txt" },
      element("small", {}, words.path),
      element("h1", {}, words.product),
      element("p", { class: "price" }, price(words, 0)),
      element("p", {}, words.productAbout),
      buy,
      element("small", {}, words.shipping),
    ),
  );
  const tiles = (["mug", "jug", "vase", "bowl"] as const).map((pot, n) => tile(words, pot, n));
  const shop = element(
    "div",
    { class: "shop" },
    element("header", {}, element("b", {}, name), nav),
    element("main", {}, hero, element("ul", { class: "tiles" }, ...tiles)),
  );
  document.body.append(shop);
}

function tile(words: TestWords, pot: Pot, n: number): HTMLElement {
  const name = words.tiles.split("|")[n] ?? "";
  const link = still("", { class: pot });
  link.append(element("span", {}, drawPot(pot)), element("b", {}, name), element("small", {}, price(words, n + 1)));
  return element("li", {}, link);
}

const prices = [34, 18, 42, 24, 22];
function price({ currency, rate }: TestWords, n: number): string {
  const format = new Intl.NumberFormat(currency === "GBP" ? "en-GB" : "ru", { style: "currency", currency, maximumFractionDigits: 0 });
  return format.format((prices[n] ?? 0) * Number(rate));
}

/** Creates a link without a destination. */
function still(label: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const link = element("a", { href: "#", ...attributes }, label);
  link.addEventListener("click", (event) => event.preventDefault());
  return link;
}
