import { html, type Html } from "../../../http/answers/html.ts";
import type { SiteInLanguage } from "../site.ts";
import { renderPage, renderSearch, toHome } from "./layout.ts";

/** A page for an address without an article, or for a request that is refused. */
export function renderState(site: SiteInLanguage, state: "gone" | "absent" | "tooMany"): Html {
  const t = site.language.text;
  return renderPage(site, {
    title: t(state),
    description: t(state),
    path: null,
    translations: [],
    hasSearch: false,
    main: html`<div class="wrap state">
      <h1>${t(state)}</h1>
      ${renderSearch(site)}
      <p><a href="${toHome(site.language.tag)}">${t("topics")}</a></p>
    </div>`,
  });
}
