import { getArticlePath } from "@parlour/protocol/article/facts";
import { articleText, parseArticle } from "@parlour/protocol/article/markdown";
import { html, type Html } from "../../http/answers/html.ts";
import type { HelpStore } from "./deps.ts";
import { shorten } from "./pages/article.ts";
import { toHome } from "./pages/layout.ts";
import type { HelpSite, HelpStyle, SiteInLanguage } from "./site.ts";

/** Feeds are XML. The writer of HTML escapes all that XML needs. */
const declaration = html`<?xml version="1.0" encoding="utf-8"?>`;

/** The latest changes of a language (RFC 4287). */
export function renderFeed(
  { language, origin, title }: SiteInLanguage,
  texts: Awaited<ReturnType<HelpStore["listChanged"]>>,
): Html {
  const home = `${origin}${toHome(language.tag)}`;
  return html`${declaration}
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language.tag}"
      ><id>${home}</id><title>${title} · ${language.text("centre")}</title
      ><author><name>${title}</name></author
      ><link rel="self" href="${home}/changes.atom" /><link href="${home}" /><updated
        >${texts[0]?.publishedAt ?? "1970-01-01T00:00:00Z"}</updated
      >
      ${texts.map((text) => {
        const address = `${origin}${getArticlePath(language.tag, text.slug)}`;
        return html`<entry
          ><id>${address}</id><title>${text.title}</title><link href="${address}" /><updated
            >${text.publishedAt}</updated
          >
          <summary>${shorten(articleText(parseArticle(text.body)), 300)}</summary></entry
        > `;
      })}</feed
    > `;
}

/** All pages with articles (sitemaps.org). */
export function renderSiteMap(
  { origin, languages }: HelpSite,
  texts: Awaited<ReturnType<HelpStore["listAddresses"]>>,
): Html {
  return html`${declaration}
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      ${languages.map(
        (language) => html`<url><loc>${origin}${toHome(language)}</loc></url> `,
      )}${texts.map(
        ({ language, slug, day }) =>
          html`<url
            ><loc>${origin}${getArticlePath(language, slug)}</loc><lastmod>${day}</lastmod></url
          > `,
      )}</urlset
    > `;
}

/** Returns a picture with the first letter of the title, for the tab of the browser. */
export const renderIcon = ({ brand, onBrand }: HelpStyle, title: string): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
    <rect width="32" height="32" rx="7" fill="${brand}" />
    <text
      x="16"
      y="23"
      font-family="system-ui, sans-serif"
      font-size="20"
      font-weight="700"
      text-anchor="middle"
      fill="${onBrand}"
    >
      ${Array.from(title)[0] ?? ""}
    </text>
  </svg>`;
