import {
  ArticleSection,
  ArticleSectionPatch,
  ArticleSections,
  NewArticleSection,
} from "@parlour/protocol/api";
import { articleSection } from "@parlour/protocol/settings/kinds/help/article-section";
import { refuse } from "../../core/failure.ts";
import {
  articleSectionStore,
  findSectionUse,
} from "../../store/settings/content/article-section.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import { sortKeys } from "../sort-keys.ts";

/** Sections of the help centre (ART-001). */
export const articleSectionResource = createResource(articleSection, {
  rights: { read: "chats.read", manage: "articles.manage" },
  summaries: {
    ...summarizeRequests("an article section", "article sections"),
    order: "Order article sections",
  },
  schemas: {
    entity: ArticleSection,
    page: ArticleSections,
    create: NewArticleSection,
    patch: ArticleSectionPatch,
  },
  store: articleSectionStore,
  async checkRemoval({ id }, { tx, account }) {
    const use = await findSectionUse(tx, account, id);
    if (use === "articles")
      refuse("in_use", "The section has articles. Move or delete them first.");
    if (use === "agents")
      refuse("in_use", "Agents answer from the section. Change their sources first.");
  },
  conflict: { message: "A section with this name or address exists already.", field: "name" },
  custom: { names: { toCompared: sortKeys }, descriptions: { toCompared: sortKeys } },
});
