import { Type, type Static } from "typebox";
import { gapStates } from "../../article/facts.ts";
import { Id, NamedRef, Nullable, Time } from "../../entity/index.ts";
import { reportPeriod } from "../report.ts";
import { toChoice } from "../settings/shapes/field-schemas.ts";

/** What no article answers: questions to agents or noted by operators, and searches (ART-044). */

const count = Type.Integer({ minimum: 0 });
/** A question that an agent could not answer or an operator noted, with a person's first reply. */
const GapQuestion = Type.Object({
  chat: Type.Object({ id: Id, number: Nullable(Type.Integer()) }),
  /** Number of the message in the chat. */
  seq: Type.Integer({ minimum: 1 }),
  text: Type.String(),
  asked_at: Time,
  reply: Nullable(Type.Object({ text: Type.String(), name: Type.String() })),
  /** Who noted it. null: an agent found no source. */
  noted_by: Nullable(NamedRef),
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

export const ArticleGapChange = Type.Object(
  { state: toChoice(gapStates) },
  { additionalProperties: false },
);
