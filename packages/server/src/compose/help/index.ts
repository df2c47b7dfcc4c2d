import { listOwnHosts, parseHostName } from "../../settings/account/host-names.ts";
import { createHelpEdge, type HelpEdge } from "../../edges/help/index.ts";
import type { HelpStore } from "../../edges/help/deps.ts";
import { getChatPageUrl } from "../../http/base-url.ts";
import { getHelpOrigin } from "../../settings/account/help-center.ts";
import {
  findHelpCenterOfHost,
  findHelpCenterOfWidget,
  findHelpLogo,
} from "../../store/articles/help-center.ts";
import { searchArticles } from "../../store/articles/published-search.ts";
import {
  findInOtherLanguage,
  findPublishedArticle,
  findPublishedSection,
  findSlugTarget,
  listChangedTexts,
  listPopularArticles,
  listPublishedAddresses,
  listPublishedLanguages,
  listPublishedSections,
  listSectionArticles,
  listTranslations,
} from "../../store/articles/published.ts";
import { addArticleComment, addReaderCounts } from "../../store/articles/readers.ts";
import type { BaseServices } from "../base.ts";

const maxFeedEntries = 50;
/** The most that a site map may have (sitemaps.org). */
const maxAddresses = 50_000;

/** Creates the public pages of the help centre, and connects them to the database. */
export function connectHelpEdge(base: BaseServices): HelpEdge {
  const { clock, limits, addresses, onFault } = base;
  return createHelpEdge({
    clock,
    limits,
    onFault,
    widgetBase: () => addresses().widgetBaseUrl,
    store: createHelpStore(base),
    getChatUrl: (widget) => getChatPageUrl(addresses().widgetBaseUrl, widget),
    getOrigin: ({ values: { host }, isFirst }) => {
      const { helpUrl } = addresses();
      return getHelpOrigin({ host, isFirst }, helpUrl) ?? helpUrl;
    },
  });
}

function createHelpStore({ db, pools: { reader }, clock, addresses }: BaseServices): HelpStore {
  return {
    findCentre(text) {
      const host = parseHostName(text);
      // The names of the installation lead to its first account, whatever another one has stored.
      const isOther = host !== null && !listOwnHosts(addresses()).includes(host.name);
      return findHelpCenterOfHost(db, isOther ? [host.host, host.name] : []);
    },
    findCentreOfWidget: (publicId) => findHelpCenterOfWidget(db, publicId),
    findLogo: (account, name) => findHelpLogo(reader, account, name),
    listLanguages: (account) => listPublishedLanguages(reader, account),
    listSections: (account, language) => listPublishedSections(reader, account, language),
    listPopular: (account, language, limit) =>
      listPopularArticles(reader, account, { language, now: clock.now(), limit }),
    findSection: (account, language, slug) => findPublishedSection(reader, account, language, slug),
    listArticles: (account, language, section) =>
      listSectionArticles(reader, account, language, section),
    findTarget: (account, language, slug) => findSlugTarget(reader, account, language, slug),
    findInOtherLanguage: (account, slug, languages) =>
      findInOtherLanguage(reader, account, slug, languages),
    findArticle: ({ account, article, language }) =>
      findPublishedArticle(reader, account, article, language),
    listTranslations: (account, article) => listTranslations(reader, account, article),
    listChanged: (account, language) => listChangedTexts(reader, account, language, maxFeedEntries),
    listAddresses: (account) => listPublishedAddresses(reader, account, maxAddresses),
    search: (account, request) => searchArticles(reader, account, request),
    saveCounts: (counts) => addReaderCounts(db, counts, clock.now()),
    addComment: (key, text) => addArticleComment(db, key, text, clock.now()),
  };
}
