import { getArticlePath } from "@parlour/protocol/article/facts";
import { replyVariables } from "@parlour/protocol/api/writing-limits";
import { filledText, fillVariables, type ReplyValues } from "@parlour/protocol/reply-text";
import { selectPassage } from "../../passages/split-text.ts";
import type { FindPassages, Passage } from "../../agent/ports.ts";
import type { FindArticles } from "../../assist/index.ts";
import { getHelpOrigin } from "../../settings/account/help-center.ts";
import { findPublishedTexts } from "../../store/agent/passages.ts";
import { findAgentReplies } from "../../store/agent/replies.ts";
import { findHelpAddress } from "../../store/articles/help-center.ts";
import { listPublishedLanguages } from "../../store/articles/published.ts";
import type { BaseServices } from "../base.ts";

/** Finds passages of published articles, for agents and for drafts of operators. */
export const createArticleSearch =
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

/** Finds passages of articles, and quick replies that are marked for agents (AGENT-027). */
export const createPassageSearch =
  ({ pools }: BaseServices, findArticles: FindArticles): FindPassages =>
  async (question) => {
    const articles = await findArticles(question);
    if (!question.quickReplies) return articles;
    const replies = await findAgentReplies(pools.reader, question.account, question);
    const passages = replies.map(({ shortcut, text, score }): Passage => ({
      articleId: null,
      title: shortcut,
      url: null,
      text: filledText(fillVariables(text, noValues)),
      score,
    }));
    if (passages.length === 0) return articles;
    return [...articles, ...passages]
      .sort((one, other) => other.score - one.score)
      .slice(0, question.limit);
  };

/** No variable has a value, so that the texts after `|` appear. */
const noValues = Object.fromEntries(replyVariables.map((name) => [name, ""])) as ReplyValues;
