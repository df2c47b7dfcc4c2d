import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "../../entity/index.ts";
import { reportPeriod } from "../report.ts";

/** What no article answers: questions to agents, and searches of readers (ART-044). */

const count = Type.Integer({ minimum: 0 });
/** A chat whose question an agent could not answer, and the first reply of a person. */
const GapQuestion = Type.Object({
  chat: Type.Object({ id: Id, number: Nullable(Type.Integer()) }),
  text: Type.String(),
  asked_at: Time,
  reply: Nullable(Type.Object({ text: Type.String(), name: Type.String() })),
});
export const ArticleGaps = Type.Object({
  timezone: Type.String(),
  ...reportPeriod,
  /** Groups with common words, those with the most questions and searches first. */
  gaps: Type.Array(
    Type.Object({
      title: Type.String(),
      language: Type.String(),
      asked: count,
      searched: count,
      /** The latest ones. */
      questions: Type.Array(GapQuestion),
      searches: Type.Array(Type.String()),
    }),
  ),
});
export type ArticleGaps = Static<typeof ArticleGaps>;
