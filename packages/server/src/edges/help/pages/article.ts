import { getArticlePath } from "@parlour/protocol/article/facts";
import { articleHeadings, articleText, parseArticle } from "@parlour/protocol/article/markdown";
import { html, type Html } from "../../../http/answers/html.ts";
import type { ArticleLink, HelpArticle } from "../deps.ts";
import { icon } from "../icons.ts";
import { renderProse } from "../prose.ts";
import type { SiteInLanguage } from "../site.ts";
import { nameLanguage, openLanguage } from "../texts/index.ts";
import { renderArticleList, renderCrumbs } from "./home.ts";
import { renderPage, type Translation } from "./layout.ts";

export interface ArticleContent {
  readonly article: HelpArticle;
  /** All articles of its section. */
  readonly siblings: readonly ArticleLink[];
  readonly translations: readonly { readonly language: string; readonly slug: string }[];
  /** `thanks`: after a vote or a comment. */
  readonly state: "read" | "thanks";
}

const wordsPerMinute = 200;
const maxRelated = 3;

/**
 * An article. `site` has the language of the address. If the article is not available in it, the
 * page says so and search engines get the address of the text that is shown.
 */
export function renderArticle(site: SiteInLanguage, content: ArticleContent): Html {
  const { article, siblings } = content;
  const { language } = site;
  const t = language.text;
  const nodes = parseArticle(article.body);
  const words = articleText(nodes);
  const minutes = Math.max(1, Math.round(words.split(/\s+/).length / wordsPerMinute));
  const isTranslated = article.language === language.tag;
  const at = siblings.findIndex(({ slug }) => slug === article.slug);
  const related = [...siblings.slice(at + 1), ...siblings.slice(0, Math.max(0, at))].slice(
    0,
    maxRelated,
  );
  const toc = articleHeadings(nodes)
    .filter(({ level }) => level === 2)
    .map(({ id, children }) => html`<a href="#${id}">${articleText(children)}</a>`);
  const hasContents = toc.length > 1;
  const textTag = isTranslated
    ? ""
    : html` lang="${article.language}" dir="${openLanguage(article.language).direction}"`;
  return renderPage(site, {
    title: article.title,
    description: shorten(words, 155),
    path: getArticlePath(article.language, article.slug),
    translations: listTranslations(site, content),
    hasSearch: true,
    main: html`<div class="wrap page">
<nav class="side" aria-label="${article.section.name}"><h2>${article.section.name}</h2>${siblings.map((one) => renderSibling(article, one))}</nav>
<article class="text">${renderCrumbs(site, article.section)}
${isTranslated ? "" : html`<p class="info">${icon("translate")}<span>${t("untranslated", { wanted: nameLanguage(language.tag), shown: nameLanguage(article.language) })}</span></p>`}<h1${textTag}>${article.title}</h1><p class="meta">${t("updated", { date: language.date(article.publishedAt) })} · ${language.count("minutes", minutes)}</p>
${
  hasContents
    ? html`<details class="fold">
        <summary>${t("onThisPage")}</summary>
        ${toc}
      </details>`
    : ""
}
<div class="prose"${textTag}>${renderProse(nodes, t("table"))}</div>
${renderVote(site, content)}
${
  related.length === 0
    ? ""
    : html`<div class="next">
        <section>
          <h2>${t("related")}</h2>
          ${renderArticleList(article.language, related)}
        </section>
      </div>`
}</article>
${
  hasContents
    ? html`<nav class="side toc" aria-label="${t("onThisPage")}">
        <h2>${t("onThisPage")}</h2>
        ${toc}
      </nav>`
    : ""
}</div>`,
  });
}

function renderSibling(article: HelpArticle, { title, slug }: ArticleLink): Html {
  const current = slug === article.slug ? html` aria-current="page"` : "";
  return html`<a href="${getArticlePath(article.language, slug)}" ${current}>${title}</a>`;
}

function renderVote({ language }: SiteInLanguage, { article, state }: ArticleContent): Html {
  const t = language.text;
  const all = article.helpful + article.notHelpful;
  if (state === "thanks") {
    const counted =
      all === 0
        ? ""
        : ` ${t("thanksOf", { yes: language.number(article.helpful), all: language.number(all) })}`;
    return html`<div class="vote" id="page_vote" role="status">
      <h2>${t("thanks")}${counted}</h2>
    </div>`;
  }
  return html`<form
    class="vote"
    id="page_vote"
    method="post"
    action="/help/vote"
    aria-labelledby="page_helpful"
  >
    <h2 id="page_helpful">${t("isHelpful")}</h2>
    <input type="hidden" name="language" value="${article.language}" /><input
      type="hidden"
      name="slug"
      value="${article.slug}"
    /><button class="btn" name="helpful" value="yes">${icon("up")}${t("yes")}</button
    ><button class="btn" name="helpful" value="no">${icon("down")}${t("no")}</button>
  </form>`;
}

/** The page with one field, after "No". */
export function renderFeedback(site: SiteInLanguage, article: HelpArticle): Html {
  const t = site.language.text;
  const path = getArticlePath(article.language, article.slug);
  return renderPage(site, {
    title: t("missing"),
    description: article.title,
    path: null,
    translations: [],
    hasSearch: true,
    main: html`<div class="wrap state">
      ${renderCrumbs(site, article.section)}
      <h1>${t("missing")}</h1>
      <form method="post" action="/help/comment">
        <input type="hidden" name="language" value="${article.language}" /><input
          type="hidden"
          name="slug"
          value="${article.slug}"
        />
        <div class="field">
          <label for="page_text">${t("missingHelp")}</label
          ><textarea id="page_text" name="text" rows="4" maxlength="1000" required></textarea>
        </div>
        <p class="row">
          <button class="btn main">${t("send")}</button
          ><a class="btn" href="${path}">${t("back")}</a>
        </p>
      </form>
    </div>`,
  });
}

/** The menu leads to the text of each language, or to the page that says that there is none. */
const listTranslations = (
  { languages }: SiteInLanguage,
  { article, translations }: ArticleContent,
): readonly Translation[] =>
  languages.map((language) => {
    const own = translations.find((one) => one.language === language);
    return {
      language,
      path: getArticlePath(language, own?.slug ?? article.slug),
      isTranslated: own !== undefined,
    };
  });

/** Cuts a text at a word, for descriptions. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= length) return line;
  return `${line.slice(0, length).replace(/\s+\S*$/, "")} …`;
}
