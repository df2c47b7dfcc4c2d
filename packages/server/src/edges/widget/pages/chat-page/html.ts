import type { ChatPageData, WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import { html, type Html } from "../../../../http/answers/html.ts";
import { chatPageTexts } from "./texts.ts";

export interface ChatPageContent {
  readonly url: string;
  readonly language: WidgetLanguage;
  readonly title: string;
  /** Greeting of the account, or "". */
  readonly description: string;
  readonly isIndexed: boolean;
  /** URL of a PNG. Services that show a link draw no SVG. */
  readonly image: string | null;
  readonly links: readonly { readonly url: string; readonly text: string }[];
  /** URLs of the scripts, in the order in which they run. */
  readonly scripts: readonly string[];
  readonly data: ChatPageData;
}

/** Renders the document of the chat page (WG-300). The chat window draws itself in it. */
export function renderChatPage(content: ChatPageContent): string {
  const { url, language, title, description, data, links, scripts } = content;
  const { scheme, accent, logo } = data.face;
  const head = [
    named("color-scheme", scheme === "page" ? "light dark" : scheme),
    named("theme-color", accent),
    ...(content.isIndexed ? [] : [named("robots", "noindex")]),
    ...(description === "" ? [] : [named("description", description)]),
    graph("type", "website"),
    graph("title", title),
    graph("url", url),
    ...(description === "" ? [] : [graph("description", description)]),
    ...(content.image === null ? [] : [graph("image", content.image)]),
    html`<link rel="canonical" href="${url}" />`,
    html`<link rel="icon" href="${logo ?? drawIcon(content)}" />`,
    ...scripts.map((script) => html`<script type="module" src="${script}"></script>`),
  ];
  const list = links.map((link) => html`<a href="${link.url}" target="_blank">${link.text}</a>`);
  const body = [
    html`<div id="window" data-page="${JSON.stringify(data)}"></div>`,
    ...(list.length === 0 ? [] : [html`<footer class="cp-legal" hidden>${list}</footer>`]),
    html`<noscript><p>${chatPageTexts[language].needsScript}</p></noscript>`,
  ];
  return renderDocument(language, title, head, body);
}

/** Renders the page for a chat that does not exist or is switched off. */
export function renderNotAvailable(language: WidgetLanguage): string {
  const { notAvailable } = chatPageTexts[language];
  return renderDocument(
    language,
    notAvailable,
    [named("color-scheme", "light dark")],
    [html`<h1>${notAvailable}</h1>`],
  );
}

const named = (name: string, value: string): Html =>
  html`<meta name="${name}" content="${value}" />`;
const graph = (name: string, value: string): Html =>
  html`<meta property="og:${name}" content="${value}" />`;

function renderDocument(
  language: WidgetLanguage,
  title: string,
  head: readonly Html[],
  body: readonly Html[],
): string {
  const direction = language === "ar" ? "rtl" : "ltr";
  const viewport =
    "width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content";
  return String(
    html`<!doctype html>
      <html lang="${language}" dir="${direction}" class="cp">
        <head>
          <meta charset="utf-8" />
          <title>${title}</title>
          ${[named("viewport", viewport), ...head]}
        </head>
        <body>
          ${body}
        </body>
      </html>`,
  );
}

/** Draws the first letter of the title on the accent, for a widget without a logo. */
function drawIcon({ title, data }: ChatPageContent): string {
  const { accent, on_accent } = data.face;
  const [letter = ""] = title.toUpperCase();
  const text = `<text x="16" y="22" font-family="Georgia, serif" font-size="18" text-anchor="middle" fill="${on_accent}">${String(html`${letter}`)}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${accent}"/>${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
