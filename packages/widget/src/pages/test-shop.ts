import { getTextColour } from "../loader/button.ts";
import { createElement } from "./element.ts";
import { createPotDrawing, type Pot } from "./pot-drawings.ts";
import type { TestPageText } from "./test-text.ts";

/**
 * Renders the sample shop of the test page: one product and four tiles, in the account's name and
 * colour. Its links do nothing.
 */
export function renderShop(words: TestPageText, { name, accent }: { readonly name: string; readonly accent: string }): void {
  document.title = `${words.product} · ${name}`;
  document.documentElement.style.setProperty("--shop", accent);
  document.documentElement.style.setProperty("--on-shop", getTextColour(accent));
  const sections = words.sections.split("|");
  const nav = createElement(
    "nav",
    { "aria-label": name },
    ...sections.map((section, n) => createDeadLink(section, n === 0 ? { "aria-current": "page" } : {})),
  );
  const buy = createElement("button", { type: "button" }, words.buy);
  const hero = createElement(
    "section",
    { class: "hero", "aria-label": words.product },
    createElement("div", { class: "pic" }, createPotDrawing("bowl")),
    createElement(
      "div",
      { class: "txt" },
      createElement("small", {}, words.path),
      createElement("h1", {}, words.product),
      createElement("p", { class: "price" }, formatPrice(words, 0)),
      createElement("p", {}, words.productAbout),
      buy,
      createElement("small", {}, words.shipping),
    ),
  );
  const tiles = (["mug", "jug", "vase", "bowl"] as const).map((pot, n) => createTile(words, pot, n));
  const shop = createElement(
    "div",
    { class: "shop" },
    createElement("header", {}, createElement("b", {}, name), nav),
    createElement("main", {}, hero, createElement("ul", { class: "tiles" }, ...tiles)),
  );
  document.body.append(shop);
}

function createTile(words: TestPageText, pot: Pot, n: number): HTMLElement {
  const name = words.tiles.split("|")[n] ?? "";
  const link = createDeadLink("", { class: pot });
  link.append(
    createElement("span", {}, createPotDrawing(pot)),
    createElement("b", {}, name),
    createElement("small", {}, formatPrice(words, n + 1)),
  );
  return createElement("li", {}, link);
}

const prices = [34, 18, 42, 24, 22];
function formatPrice({ currency, rate }: TestPageText, n: number): string {
  const format = new Intl.NumberFormat(currency === "GBP" ? "en-GB" : "ru", { style: "currency", currency, maximumFractionDigits: 0 });
  return format.format((prices[n] ?? 0) * Number(rate));
}

/** Creates a link without a destination. */
function createDeadLink(label: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const link = createElement("a", { href: "#", ...attributes }, label);
  link.addEventListener("click", (event) => event.preventDefault());
  return link;
}
