import { getArticlePath } from "@parlour/protocol/article/facts";
import { articleText, parseArticle } from "@parlour/protocol/article/markdown";
import { html, type Html } from "../../../http/answers/html.ts";
import type { ArticleLink, HelpSearch, SearchRequest } from "../deps.ts";
import type { SiteInLanguage } from "../site.ts";
import { shorten } from "./article.ts";
import { renderArticleList } from "./home.ts";
import { renderPage } from "./layout.ts";

const excerptLength = 180;

/** The results of a search, or suggestions if there are none. */
export function renderResults(
  site: SiteInLanguage,
  request: SearchRequest,
  found: HelpSearch,
  popular: readonly ArticleLink[],
): Html {
  const { language } = site;
  const t = language.text;
  const query = found.corrected?.query ?? request.query;
  const title =
    found.total === 0 ? t("nothing", { query }) : language.count("found", found.total, { query });
  return renderPage(site, {
    title,
    description: title,
    path: null,
    translations: site.languages.map((tag) => ({
      language: tag,
      path: toSearch({ ...request, language: tag, section: null }),
      isTranslated: true,
    })),
    hasSearch: true,
    query: request.query,
    main: html`<div class="wrap results">
      <div>
        <h1>${title}</h1>
        ${renderCorrection(site, request, found)}${
          found.total === 0
            ? html`<p class="muted">${t("spelling")}</p>
                ${renderArticleList(language.tag, popular)}`
            : html`${renderTopics(site, request, found)}
                <ol class="hits">
                  ${found.results.map((hit) => renderHit(language.tag, hit, found.words))}
                </ol>`
        }
      </div>
    </div>`,
  });
}

function renderCorrection(
  { language }: SiteInLanguage,
  request: SearchRequest,
  { corrected }: HelpSearch,
): Html {
  if (corrected === null) return html``;
  const t = language.text;
  const exact = toSearch({ ...request, isExact: true, section: null });
  return html`<p class="muted">
    ${corrected.unknown.map((word) => `${t("noWord", { word })} `).join("")}<a href="${exact}"
      >${t("exactly", { query: request.query })}</a
    >
  </p>`;
}

function renderTopics(
  { language }: SiteInLanguage,
  request: SearchRequest,
  found: HelpSearch,
): Html {
  if (found.sections.length < 2) return html``;
  const chip = (section: number | null, label: string): Html => {
    const current = section === request.section ? html` aria-current="true"` : "";
    return html`<a href="${toSearch({ ...request, section })}" ${current}>${label}</a>`;
  };
  return html`<nav class="chips" aria-label="${language.text("limit")}">
    ${chip(null, `${language.text("all")} ${language.number(found.total)}`)}${found.sections.map(
      ({ id, name, count }) => chip(id, `${name} ${language.number(count)}`),
    )}
  </nav>`;
}

function renderHit(
  language: string,
  hit: HelpSearch["results"][number],
  words: readonly string[],
): Html {
  const excerpt = findExcerpt(hit.body, words);
  return html`<li>
    <h2><a href="${getArticlePath(language, hit.slug)}">${markWords(hit.title, words)}</a></h2>
    <p>${markWords(excerpt, words)}</p>
    <small>${hit.section.name}</small>
  </li>`;
}

function toSearch({ query, language, section, isExact }: SearchRequest): string {
  const parameters = new URLSearchParams({ q: query, language });
  if (section !== null) parameters.set("topic", String(section));
  if (isExact) parameters.set("exact", "1");
  return `/help/search?${parameters}`;
}

/** Returns the part of an article around the first found word. */
export function findExcerpt(body: string, words: readonly string[]): string {
  const line = articleText(parseArticle(body)).replace(/\s+/g, " ");
  const first = splitWords(line).find(({ word }) => isFound(word, words));
  if (first === undefined || first.start < excerptLength / 2) return shorten(line, excerptLength);
  const start = line.indexOf(" ", first.start - excerptLength / 3) + 1;
  return `… ${shorten(line.slice(start), excerptLength)}`;
}

function markWords(text: string, words: readonly string[]): readonly Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const { word, start } of splitWords(text)) {
    if (!isFound(word, words)) continue;
    parts.push(html`${text.slice(end, start)}<mark>${word}</mark>`);
    end = start + word.length;
  }
  return [...parts, html`${text.slice(end)}`];
}

const splitWords = (text: string): readonly { readonly word: string; readonly start: number }[] =>
  Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), (match) => ({
    word: match[0],
    start: match.index,
  }));

/** Other endings of a word count too, as they do in the search of most languages. */
function isFound(word: string, words: readonly string[]): boolean {
  const given = word.normalize("NFKC").toLowerCase();
  return words.some((one) => {
    const stem = one.length > 5 ? one.slice(0, -2) : one;
    return (
      given.startsWith(one) ||
      (one.length > 5 && given.startsWith(stem) && given.length <= one.length + 3)
    );
  });
}
