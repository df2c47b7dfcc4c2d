import { getArticlePath } from "@parlour/protocol/article/facts";
import { html, type Html } from "../../../http/answers/html.ts";
import type { ArticleLink, ArticleSection, TopicSection } from "../deps.ts";
import { sectionIcon } from "../icons.ts";
import type { SiteInLanguage } from "../site.ts";
import { renderPage, renderSearch, toHome, toTopic } from "./layout.ts";

interface HomeContent {
  readonly sections: readonly (TopicSection & { readonly articles: number })[];
  readonly popular: readonly ArticleLink[];
}

/** The first page of a language: search, topics, most read. */
export function renderHome(site: SiteInLanguage, { sections, popular }: HomeContent): Html {
  const { language, title } = site;
  const t = language.text;
  const often = popular.slice(0, 3);
  return renderPage(site, {
    title: t("centre"),
    description: `${t("centre")} · ${title}`,
    path: toHome(language.tag),
    translations: site.languages.map((tag) => ({
      language: tag,
      path: toHome(tag),
      isTranslated: true,
    })),
    hasSearch: false,
    main: html`<div class="hero">
        <div class="wrap">
          <h1>${t("question")}</h1>
          ${renderSearch(site, "", true)}
          <p>
            ${t("often")}
            ${often.map((article) => html`<a href="${getArticlePath(language.tag, article.slug)}">${article.title}</a> `)}
          </p>
        </div>
      </div>
      <div class="wrap">
        <section class="part">
          <h2>${t("topics")}</h2>
          <div class="cards">
            ${sections.map(
              (section) =>
                html`<a href="${toTopic(language.tag, section.slug)}"
                  >${sectionIcon(section.icon)}
                  <h3>${section.name}</h3>
                  <p>${section.description}</p>
                  <small>${language.count("articles", section.articles)}</small></a
                >`,
            )}
          </div>
        </section>
        <div class="two">
          <section>
            <h2>${t("mostRead")}</h2>
            ${renderArticleList(language.tag, popular)}
          </section>
        </div>
      </div>`,
  });
}

/** The first page without a published article. */
export function renderEmpty(site: SiteInLanguage): Html {
  const t = site.language.text;
  return renderPage(site, {
    title: t("centre"),
    description: `${t("centre")} · ${site.title}`,
    path: null,
    translations: [],
    hasSearch: false,
    main: html`<div class="wrap state">
      <h1>${t("writing")}</h1>
      <p class="muted">${t("noArticles")}</p>
    </div>`,
  });
}

/** The articles of a section. */
export function renderTopic(
  site: SiteInLanguage,
  section: TopicSection,
  articles: readonly ArticleLink[],
): Html {
  const { language } = site;
  return renderPage(site, {
    title: section.name,
    description: section.description || section.name,
    path: toTopic(language.tag, section.slug),
    translations: site.languages.map((tag) => ({
      language: tag,
      path: toTopic(tag, section.slug),
      isTranslated: true,
    })),
    hasSearch: true,
    main: html`<div class="wrap topic">
      ${renderCrumbs(site)}
      <h1>${section.name}</h1>
      <p>${section.description}</p>
      ${renderArticleList(language.tag, articles)}
    </div>`,
  });
}

export const renderArticleList = (language: string, articles: readonly ArticleLink[]): Html =>
  html`<ul class="list">
    ${articles.map(({ title, slug }) => html`<li><a href="${getArticlePath(language, slug)}">${title}</a></li>`)}
  </ul>`;

export function renderCrumbs({ language }: SiteInLanguage, section?: ArticleSection): Html {
  const t = language.text;
  return html`<nav class="crumbs" aria-label="${t("youAreHere")}">
    <a href="${toHome(language.tag)}">${t("centre")}</a>${
      section
        ? html`<span aria-hidden="true">/</span
            ><a href="${toTopic(language.tag, section.slug)}">${section.name}</a>`
        : ""
    }
  </nav>`;
}
