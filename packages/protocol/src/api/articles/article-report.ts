import { Type, type Static } from "typebox";
import { Id, Time } from "../../entity/index.ts";
import { Page } from "../common.ts";
import { reportPeriod, reportPeriodQuery } from "../report.ts";

/** The report about the readers of articles (ART-040). */

const count = Type.Integer({ minimum: 0 });
const figures = {
  views: count,
  helpful: count,
  not_helpful: count,
  /** Chats that began on the public page of an article. */
  chats: count,
};
export const ArticleReportQuery = Type.Object(reportPeriodQuery, { additionalProperties: false });
export type ArticleReportQuery = Static<typeof ArticleReportQuery>;
export const ArticleReport = Type.Object({
  timezone: Type.String(),
  ...reportPeriod,
  totals: Type.Object(figures),
  /** Articles with readers or chats in the period, those with the most views first. */
  articles: Type.Array(Type.Object({ id: Id, section_id: Id, title: Type.String(), ...figures })),
  searches: count,
  /** Searches that found nothing, most frequent first. `similar`: others with these words. */
  without_result: Type.Array(
    Type.Object({
      query: Type.String(),
      language: Type.String(),
      times: count,
      similar: Type.Array(Type.String()),
    }),
  ),
});
export type ArticleReport = Static<typeof ArticleReport>;

/** What a reader wrote after they did not find a text helpful (HELP-044). */
export const ArticleComment = Type.Object({
  id: Id,
  language: Type.String(),
  text: Type.String(),
  at: Time,
});
export type ArticleComment = Static<typeof ArticleComment>;
export const ArticleComments = Page(ArticleComment);
