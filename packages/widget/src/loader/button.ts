import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";

/** The loader's button, in an open shadow root (WG-004). `host` takes over the same elements. */
export interface LoaderButton {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  readonly sheet: CSSStyleSheet;
  readonly container: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly icon: SVGSVGElement;
  readonly caption: HTMLElement;
  /**
   * Adds the click listener, also again after `document.open` has removed all listeners. Repeated
   * calls have no effect.
   */
  readonly listen: () => void;
  /** Total height in pixels of other widgets that are below this one on the page. */
  readonly lift: number;
  /** Two-letter code of a language of the widget (WG-089). */
  readonly language: string;
  /** The button's text if no rule sets one, and its accessible name. */
  readonly text: { readonly caption: string; readonly chat: string };
}
const elementName = "parlour-widget";
const chatIconPath =
  "M4 4.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H9.5l-4 3v-3H4a1.5 1.5 0 0 1-1.5-1.5V6a1.5 1.5 0 0 1 1.5-1.5z";
/** The button's text if the account has set none. Languages that are not listed use "Chat". */
const defaultLabels: Readonly<Record<string, string>> = {
  ru: "Чат",
  uk: "Чат",
  ar: "دردشة",
  tr: "Sohbet",
  zh: "聊天",
  bg: "Чат",
  ja: "チャット",
  ko: "채팅",
};
const languages = "en ru es ar de fr pt tr uk zh it nl pl cs sv da fi hu ro el bg ja ko id vi";

/**
 * Properties that a page's rule for all elements could set, and that would change or hide the
 * widget. `display` is not included, because a page may hide the button with
 * `parlour-widget{display:none}` (WG-095).
 */
const resetProperties =
  "opacity transform translate rotate scale filter clip-path mask contain visibility " +
  "width height min-width min-height max-width max-height margin padding border background box-shadow overflow transition animation zoom inset";

/**
 * Returns the styles of the widget's element and its button. They are marked `!important`.
 * Otherwise important rules of the page would override them.
 */
export function buildHostCss(
  { side, offset, offset_bottom }: Pick<WidgetScriptConfig, "side" | "offset" | "offset_bottom">,
  lift: number,
): string {
  const away = (name: string, px: number): string =>
    `max(${px}px,env(safe-area-inset-${name}))!important`;
  return `:host{display:block;${resetProperties.replace(/ |$/g, ":initial!important;")}position:fixed!important;z-index:2147483000!important;bottom:${away("bottom", offset_bottom + lift)};${side}:${away(side, offset)}}
.p{all:initial;display:block}
*{box-sizing:border-box;margin:0;font:14px/1.4 system-ui,sans-serif}
button{border:0;padding:0;background:none;color:inherit;cursor:pointer;display:flex;align-items:center;justify-content:center}
svg{width:20px;height:20px;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.l{position:relative;min-width:56px;height:56px;border-radius:28px;gap:8px;box-shadow:0 0 0 1px #1c212514,0 12px 32px #00000029}
.l svg{width:24px;height:24px}
.c{padding-inline:18px 22px}
.c span{font-weight:550;font-size:16px;max-width:220px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
[hidden],.n>:not(iframe){display:none!important}`;
}

/** Returns the button's texts. The round button has only an icon, so its caption is "". */
function getTexts(face: WidgetScriptConfig, language: string): LoaderButton["text"] {
  const chat = defaultLabels[language] ?? "Chat";
  const texts = face.texts as Readonly<Record<string, { readonly label?: string } | undefined>>;
  return { caption: face.launcher === "pill" ? (texts[language]?.label ?? chat) : "", chat };
}
export function detectLanguage(tag: string): string {
  const [primary] = tag.toLowerCase().split(/[-_]/);
  return languages.split(" ").find((language) => language === primary) ?? "en";
}

export function createLoaderButton(face: WidgetScriptConfig, press: () => void): LoaderButton {
  // Define the custom element. Otherwise a page that hides undefined elements would hide this one.
  if (!customElements.get(elementName))
    customElements.define(elementName, class extends HTMLElement {});
  const host = document.createElement(elementName);
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  const lift = 72 * document.querySelectorAll(elementName).length;
  const language = detectLanguage(
    face.language ?? (document.documentElement.lang || navigator.language || ""),
  );
  const text = getTexts(face, language);
  sheet.replaceSync(
    `${buildHostCss(face, lift)}.l{background:${face.accent};color:${face.on_accent}}`,
  );
  root.adoptedStyleSheets = [sheet];
  const container = createWidgetRoot(face.name, language);
  const button = document.createElement("button");
  button.className = text.caption ? "l c" : "l";
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-label", text.caption || text.chat);
  const listen = (): void => button.addEventListener("click", press);
  listen();
  const caption = document.createElement("span");
  caption.textContent = text.caption;
  caption.hidden = !text.caption;
  const icon = createIcon(chatIconPath);
  button.append(icon, caption);
  container.append(button);
  root.append(container);
  // Append the element as a sibling of the body. Single-page applications replace the body, and an
  // element after the body is last in tab order.
  document.documentElement.append(host);
  return { host, root, sheet, container, button, icon, caption, listen, lift, language, text };
}

/** Creates the container of all parts of the widget on the page. */
function createWidgetRoot(name: string, language: string): HTMLElement {
  // With a name, its role is "region".
  const container = document.createElement("section");
  container.className = "p";
  container.setAttribute("aria-label", name);
  container.lang = language;
  container.dir = language === "ar" ? "rtl" : "ltr";
  container.dataset["state"] = "label";
  return container;
}

export function createIcon(path: string): SVGSVGElement {
  const make = <K extends "svg" | "path">(name: K) =>
    document.createElementNS("http://www.w3.org/2000/svg", name);
  const svg = make("svg");
  const line = make("path");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
