import { html, type Html } from "../../../http/answers/html.ts";
import { icon } from "../icons.ts";
import type { SiteInLanguage } from "../site.ts";
import { nameLanguage } from "../texts/index.ts";

/** A page in one language. */
export interface HelpPage {
  readonly title: string;
  readonly description: string;
  /** Its address, for canonical links. null: search engines must not list it. */
  readonly path: string | null;
  /** The same page in other languages, for the menu. */
  readonly translations: readonly Translation[];
  /** Whether the search is in the header. */
  readonly hasSearch: boolean;
  readonly query?: string;
  readonly main: Html;
}
export interface Translation {
  readonly language: string;
  readonly path: string;
  /** Whether the page is in this language. Otherwise it says that there is no translation. */
  readonly isTranslated: boolean;
}

export const toHome = (language: string): string => `/help/${language}`;
export const toTopic = (language: string, slug: string): string =>
  `/help/${language}/topics/${encodeURIComponent(slug)}`;

export function renderPage(site: SiteInLanguage, page: HelpPage): Html {
  const { language, origin, centre, title } = site;
  const t = language.text;
  const isListed = page.path !== null && centre.values.index;
  return html`<!doctype html>
    <html lang="${language.tag}" dir="${language.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} · ${title}</title>
        <meta name="description" content="${page.description}" />
        <meta name="color-scheme" content="light dark" />
        ${isListed ? "" : html`<meta name="robots" content="noindex" />`}
        ${page.path === null ? "" : renderLinks(site, page)}
        <link
          rel="alternate"
          type="application/atom+xml"
          title="${t("feed")}"
          href="${origin}${toHome(language.tag)}/changes.atom"
        />
        <meta property="og:site_name" content="${title}" />
        <meta property="og:title" content="${page.title}" />
        <meta property="og:description" content="${page.description}" />
        <meta property="og:type" content="article" />
        <link rel="icon" href="${toIcon(site)}" />
        <link rel="stylesheet" href="/help/style.css?v=${site.style.tag}" />
      </head>
      <body>
        <a class="skip" href="#page_main">${t("skip")}</a>
        <header class="top">
          <div class="wrap">
            <a class="logo" href="${toHome(language.tag)}"
              >${renderLogo(site)}${title}<span>${t("help")}</span></a
            >${page.hasSearch ? renderSearch(site, page.query) : ""}
            <nav aria-label="${t("help")}">
              ${renderMenu(site, page.translations)}${renderAsk(site, page)}
            </nav>
          </div>
        </header>
        <main id="page_main">${page.main}</main>
        <footer class="foot">
          <div class="wrap">
            <span>${title}</span>
            <nav aria-label="${t("legal")}">
              ${centre.values.links.map(({ label, url }) => html`<a href="${url}">${label}</a>`)}<a
                href="${toHome(language.tag)}/changes.atom"
                >${t("feed")}</a
              >
            </nav>
          </div>
        </footer>
      </body>
    </html> `;
}

/** Returns the address of the logo, or of a picture with the first letter of the title. */
const toIcon = ({ centre: { logoTag }, style }: SiteInLanguage): string =>
  logoTag === null ? `/help/icon.svg?v=${style.tag}` : `/help/logo?v=${logoTag}`;

function renderLinks(site: SiteInLanguage, { path, translations }: HelpPage): Html {
  const translated = translations.filter(({ isTranslated }) => isTranslated);
  const usual = translated.find(({ language }) => language === site.languages[0]);
  return html`<link rel="canonical" href="${site.origin}${path ?? ""}" /><meta
      property="og:url"
      content="${site.origin}${path ?? ""}"
    />${translated.map(
      (one) =>
        html`<link rel="alternate" hreflang="${one.language}" href="${site.origin}${one.path}" />`,
    )}${usual ? html`<link rel="alternate" hreflang="x-default" href="${site.origin}${usual.path}" />` : ""}`;
}

function renderLogo({ centre, title }: SiteInLanguage): Html {
  const { logoTag, darkLogoTag } = centre;
  if (logoTag === null) return html`<b aria-hidden="true">${Array.from(title)[0] ?? ""}</b>`;
  return html`<picture
    >${
      darkLogoTag === null
        ? ""
        : html`<source
            media="(prefers-color-scheme: dark)"
            srcset="/help/logo-dark?v=${darkLogoTag}"
          />`
    }<img src="/help/logo?v=${logoTag}" alt="" width="32" height="32"
  /></picture>`;
}

/** The search field. `isLarge`: that of the first page, with a button. */
export function renderSearch({ language }: SiteInLanguage, query = "", isLarge = false): Html {
  const label = language.text("searchArticles");
  return html`<form class="find" role="search" action="/help/search">
    ${icon("search")}<label class="vh" for="page_q">${label}</label
    ><input
      id="page_q"
      type="search"
      name="q"
      placeholder="${label}"
      value="${query}"
      maxlength="200"
      autocomplete="off"
    /><input type="hidden" name="language" value="${language.tag}" /><button
      class="${isLarge ? "btn main" : "vh"}"
    >
      ${language.text("search")}
    </button>
  </form>`;
}

/** The link to the chat, which begins on this page (WG-304). */
function renderAsk({ chatUrl, origin, language }: SiteInLanguage, { path }: HelpPage): Html {
  if (chatUrl === null) return html``;
  const query = path === null ? "" : `?page=${encodeURIComponent(`${origin}${path}`)}`;
  return html`<a class="btn" href="${chatUrl}${query}">${language.text("ask")}</a>`;
}

function renderMenu({ language }: SiteInLanguage, translations: readonly Translation[]): Html {
  if (translations.length < 2) return html``;
  return html`<details class="lang">
    <summary>
      ${icon("globe")}<span class="vh">${language.text("language")}: </span
      >${nameLanguage(language.tag)}
    </summary>
    <ul>
      ${translations.map((one) => {
        const isCurrent = one.language === language.tag;
        const current = isCurrent ? html` aria-current="true"` : "";
        return html`<li>
          <a href="${one.path}" lang="${one.language}" hreflang="${one.language}" ${current}
            ><bdi>${nameLanguage(one.language)}</bdi>${isCurrent ? icon("check", 18) : ""}</a
          >
        </li>`;
      })}
    </ul>
  </details>`;
}
