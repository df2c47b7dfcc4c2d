import { getArticlePath } from "@parlour/protocol/article/facts";
import { selectPassage } from "../../agent/answer/select-passage.ts";
import type { FindArticles } from "../../assist/index.ts";
import { getHelpOrigin } from "../../settings/account/help-center.ts";
import { findPublishedTexts } from "../../store/agent/passages.ts";
import { findHelpAddress } from "../../store/articles/help-center.ts";
import { listPublishedLanguages } from "../../store/articles/published.ts";
import type { BaseServices } from "../base.ts";

/** Finds passages of published articles, for agents and for drafts of operators. */
export const createPassageSearch =
  ({ db, pools, addresses }: BaseServices): FindArticles =>
  async ({ account, ...question }) => {
    const [languages, address] = await Promise.all([
      listPublishedLanguages(pools.reader, account),
      findHelpAddress(db, account),
    ]);
    const found = await findPublishedTexts(pools.reader, account, { ...question, languages });
    const origin = getHelpOrigin(address, addresses().helpUrl)?.replace(/\/+$/, "");
    return found.map(({ article, title, body, slug, score, ...published }) => {
      const path = getArticlePath(published.language, slug);
      return {
        articleId: article,
        title,
        url: origin === undefined ? null : `${origin}${path}`,
        path,
        text: selectPassage(body, question.text, published.language),
        score,
      };
    });
  };
