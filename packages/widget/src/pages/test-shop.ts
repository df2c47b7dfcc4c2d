import { getTextColour } from "@parlour/protocol/widget/text-colour";
import { createElement } from "./element.ts";
import type { TestPageText } from "./test-text.ts";

/** Drawings of the sample shop. They are inline, so that the page loads no files. */
const wrapSvg = (shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 150">${shapes}</svg>`;
const bowl = wrapSvg(
  '<ellipse cx="100" cy="126" rx="62" ry="8" fill="#00000014"/><path d="M30 50h140c0 44-30 74-70 74S30 94 30 50z" fill="#8796A0"/><path d="M38 78c4 26 28 46 62 46s58-20 62-46c-30 12-92 14-124 0z" fill="#6F7F8A"/><ellipse cx="100" cy="50" rx="70" ry="16" fill="#A9B5BC"/><ellipse cx="100" cy="52" rx="60" ry="11" fill="#6F7F8A"/>',
);
const mug = wrapSvg(
  '<ellipse cx="94" cy="130" rx="46" ry="6" fill="#00000014"/><path d="M134 60c26-4 30 44-4 44" fill="none" stroke="#B97A55" stroke-width="11"/><path d="M52 38h84l-6 82a10 10 0 0 1-10 9H68a10 10 0 0 1-10-9z" fill="#C88A64"/><path d="M52 38h84l-2 28c-26 9-56 9-80 0z" fill="#A9694A"/><ellipse cx="94" cy="38" rx="42" ry="8" fill="#8E5439"/>',
);
const jug = wrapSvg(
  '<ellipse cx="98" cy="134" rx="42" ry="6" fill="#00000014"/><path d="M128 52c30 0 28 48-2 52" fill="none" stroke="#7B9069" stroke-width="10"/><path d="M74 24l48-6-2 26c20 20 20 62-2 88H78c-24-28-20-66 0-86z" fill="#8FA37C"/><path d="M74 24l48-6-1 12-46 6z" fill="#6F855D"/>',
);
const vase = wrapSvg(
  '<ellipse cx="100" cy="136" rx="34" ry="5" fill="#00000014"/><path d="M100 62V26M104 62l18-40M96 62L80 20" stroke="#75805A" stroke-width="3" fill="none" stroke-linecap="round"/><circle cx="100" cy="20" r="8" fill="#C9764A"/><circle cx="123" cy="18" r="7" fill="#D99A5B"/><circle cx="79" cy="16" r="7" fill="#B65F3B"/><path d="M88 62h24v12c20 12 22 50 4 62H84c-18-12-16-50 4-62z" fill="#F4EFE4"/>',
);
const pots = { bowl, mug, jug, vase };
type Pot = keyof typeof pots;

/**
 * Renders the sample shop of the test page, in the account's name and colour: one product and four
 * tiles. The links of the shop do nothing.
 */
export function renderShop(
  words: TestPageText,
  { name, accent }: { readonly name: string; readonly accent: string },
): void {
  document.title = `${words.product} · ${name}`;
  document.documentElement.style.setProperty("--shop", accent);
  document.documentElement.style.setProperty("--on-shop", getTextColour(accent));
  const sections = words.sections.split("|");
  const nav = createElement(
    "nav",
    { "aria-label": name },
    ...sections.map((section, n) =>
      createDeadLink(section, n === 0 ? { "aria-current": "page" } : {}),
    ),
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
  const tiles = (["mug", "jug", "vase", "bowl"] as const).map((pot, n) =>
    createTile(words, pot, n),
  );
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
  const format = new Intl.NumberFormat(currency === "GBP" ? "en-GB" : "ru", {
    style: "currency",
    currency,
    maximumFractionDigits: 0,
  });
  return format.format((prices[n] ?? 0) * Number(rate));
}

/** Creates a link without a destination. */
function createDeadLink(
  label: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const link = createElement("a", { href: "#", ...attributes }, label);
  link.addEventListener("click", (event) => event.preventDefault());
  return link;
}

function createPotDrawing(pot: Pot): Element {
  const drawing = document.importNode(
    new DOMParser().parseFromString(pots[pot], "image/svg+xml").documentElement,
    true,
  );
  drawing.setAttribute("aria-hidden", "true");
  return drawing;
}
