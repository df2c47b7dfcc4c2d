import type { WidgetFace } from "@parlour/protocol/widget-settings";

/** The button as it stands before anything else is there, in an open shadow root (WG-004). The rest of the page's part goes on with it. */
export interface Button {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  readonly sheet: CSSStyleSheet;
  readonly place: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly icon: SVGSVGElement;
  readonly caption: HTMLElement;
  /** Adds the listener for presses. A document that writes itself anew removes all listeners; a second call adds no second one. */
  readonly listen: () => void;
  /** Pixels that other widgets of this page take below. */
  readonly lift: number;
  /** Two letters, one of the ten languages (WG-089). */
  readonly language: string;
}
const tag = "parlour-widget";
const icon = "M4 4.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H9.5L5.5 17.5v-3H4A1.5 1.5 0 0 1 2.5 13V6A1.5 1.5 0 0 1 4 4.5z";
/** Its name where the account gave none; "Chat" in the languages that are missing here. */
const chat: Readonly<Record<string, string>> = { ru: "Чат", uk: "Чат", ar: "دردشة", tr: "Sohbet", zh: "聊天" };
const languages = "en ru es ar de fr pt tr uk zh";

/**
 * Properties by which a rule of the page for all elements would change or hide the widget. `display` is not among them: a page may hide the button by
 * `parlour-widget{display:none}` (WG-095).
 */
const guarded =
  "opacity transform translate rotate scale filter clip-path mask contain visibility " +
  "width height min-width min-height max-width max-height margin padding border background box-shadow overflow transition animation zoom";

/** Styles of the widget's element and its button. Important, because the page's own important rules would win otherwise. */
export function hostCss({ side, offset, offset_bottom }: Pick<WidgetFace, "side" | "offset" | "offset_bottom">, lift: number): string {
  const away = (name: string, px: number): string => `max(${px}px,env(safe-area-inset-${name},0px))!important`;
  return `:host{display:block;${guarded.replace(/ |$/g, ":initial!important;")}position:fixed!important;inset:auto!important;z-index:2147483000!important;bottom:${away("bottom", offset_bottom + lift)};${side}:${away(side, offset)}}
.p{all:initial;display:block}
.n>:not(iframe){display:none!important}
*{box-sizing:border-box;margin:0;font:14px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
button{border:0;padding:0;background:none;color:inherit;cursor:pointer;display:flex;align-items:center;justify-content:center}
svg{width:20px;height:20px;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.l{position:relative;min-width:56px;height:56px;border-radius:28px;gap:8px;box-shadow:0 0 0 1px rgb(28 33 37/.08),0 12px 32px rgb(0 0 0/.16)}
.l svg{width:24px;height:24px}
.l.c{padding-inline:18px 22px}
.c span{font-weight:550;font-size:16px;max-width:220px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
[hidden]{display:none!important}`;
}

/** What the button says: the account's words for its language, else "Chat" where it is wide; "" the picture alone. */
export function captionOf(face: WidgetFace, language: string): string {
  if (face.launcher !== "pill") return "";
  return (face.texts as Readonly<Record<string, { readonly label?: string } | undefined>>)[language]?.label ?? chatIn(language);
}
export function chatIn(language: string): string {
  return chat[language] ?? "Chat";
}
export function languageOf(tag: string): string {
  const asked = /^([a-z]{2})(?:[-_]|$)/.exec(tag.toLowerCase())?.[1] ?? "";
  return asked !== "" && languages.includes(asked) ? asked : "en";
}

export function drawButton(face: WidgetFace, press: () => void): Button {
  // Defined, so that a page that hides undefined elements until its own are loaded does not hide this one.
  if (!customElements.get(tag)) customElements.define(tag, class extends HTMLElement {});
  const host = document.createElement(tag);
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  const lift = 72 * document.querySelectorAll(tag).length;
  const language = languageOf(face.language ?? (document.documentElement.lang || navigator.language || ""));
  const text = captionOf(face, language);
  sheet.replaceSync(`${hostCss(face, lift)}.l{background:${face.accent};color:${textOn(face.accent)}}`);
  root.adoptedStyleSheets = [sheet];
  const place = drawPlace(face.name, language);
  const button = document.createElement("button");
  button.type = "button";
  button.className = text === "" ? "l" : "l c";
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-label", text || chatIn(language));
  const listen = (): void => button.addEventListener("click", press);
  listen();
  const caption = document.createElement("span");
  caption.textContent = text;
  caption.hidden = text === "";
  const picture = drawIcon(icon);
  button.append(picture, caption);
  place.append(button);
  root.append(place);
  // Beside the body: single-page applications swap it, and what stands behind it is last in tab order.
  document.documentElement.append(host);
  return { host, root, sheet, place, button, icon: picture, caption, listen, lift, language };
}

/** What all parts of the widget on the page stand in. */
function drawPlace(name: string, language: string): HTMLElement {
  const place = document.createElement("div");
  place.className = "p";
  place.setAttribute("role", "region");
  place.setAttribute("aria-label", name);
  place.lang = language;
  place.dir = language === "ar" ? "rtl" : "ltr";
  place.dataset["state"] = "label";
  return place;
}

export function drawIcon(path: string): SVGSVGElement {
  const make = <K extends "svg" | "path">(name: K) => document.createElementNS("http://www.w3.org/2000/svg", name);
  const [svg, line] = [make("svg"), make("path")];
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** The text on an accent (widget.md, "Accent"): the first of white, ink and black with a contrast of 4.5; black always has it. */
export function textOn(accent: string): string {
  const light = luminance(accent);
  return 1.05 / (light + 0.05) >= 4.5 ? "#fff" : (light + 0.05) / (luminance("#1c2125") + 0.05) >= 4.5 ? "#1c2125" : "#000";
}
/** WCAG 2.2, of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
