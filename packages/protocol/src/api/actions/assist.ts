import { Type, type Static } from "typebox";
import { languagePattern } from "../../article/facts.ts";
import { Id, Nullable, Time } from "../../entity/index.ts";

/** Drafts that the language model writes for operators (ASSIST-001). */

const maxAssistText = 20_000;
const given = { additionalProperties: false } as const;
const Language = Type.String({ pattern: languagePattern, maxLength: 35 });

/** A passage on which a draft rests. `number`: that of `[1]` in the streamed words. */
export const AnswerSource = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  path: Type.String(),
  excerpt: Type.String(),
});
export type AnswerSource = Static<typeof AnswerSource>;

export const NewSuggestion = Type.Object(
  { instruction: Type.Optional(Type.String({ maxLength: 1_000 })) },
  given,
);
export const Suggestion = Type.Object({
  /** Without the numbers of sources. "" if no passage fits. */
  text: Type.String(),
  sources: Type.Array(AnswerSource),
  model: Type.String(),
  /** In the delivery log. null: the model was not asked. */
  request_id: Nullable(Id),
});
export type Suggestion = Static<typeof Suggestion>;

export const rewriteModes = ["corrected", "friendlier", "shorter", "customer_language"] as const;
export type RewriteMode = (typeof rewriteModes)[number];
export const NewRewrite = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: maxAssistText }),
    mode: Type.Enum([...rewriteModes]),
  },
  given,
);
export const Rewrite = Type.Object({ text: Type.String(), model: Type.String(), request_id: Id });
export type Rewrite = Static<typeof Rewrite>;

/** The form in which the model returns a summary (ASSIST-030). */
export const SummaryLines = Type.Object(
  { wants: Type.String(), so_far: Type.String(), open: Type.String(), mood: Type.String() },
  given,
);
export type SummaryLines = Static<typeof SummaryLines>;
export const NewSummary = Type.Object({ language: Type.Optional(Language) }, given);
export const Summary = Type.Object({
  ...SummaryLines.properties,
  /** Whether the model got the internal notes. */
  with_notes: Type.Boolean(),
  model: Type.String(),
  request_id: Id,
});
export type Summary = Static<typeof Summary>;

export const NewTranslation = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: maxAssistText }),
    to: Language,
    from: Type.Optional(Language),
    chat_id: Type.Optional(Id),
    /** The message of the chat that has the text. Its translation is stored. */
    seq: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    /** Languages that are not translated. */
    known: Type.Optional(Type.Array(Language, { maxItems: 20 })),
  },
  given,
);
/** `from`: the given or detected language of the text. null: too short to detect it. */
export const Translation = Type.Object({ text: Type.String(), from: Nullable(Type.String()) });
export type Translation = Static<typeof Translation>;

/** A question about closed chats (ASSIST-070). Without one, it is what the customer asks. */
export const NewArchiveAnswer = Type.Object(
  {
    question: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
    chat_id: Type.Optional(Id),
  },
  given,
);
/** A draft of the article that answers questions (ART-047). */
export const NewArticleDraft = Type.Object(
  {
    language: Language,
    questions: Type.Array(
      Type.Object(
        { chat_id: Id, seq: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) },
        given,
      ),
      { minItems: 1, maxItems: 10 },
    ),
  },
  given,
);
export type NewArticleDraft = Static<typeof NewArticleDraft>;

/** A chat on which an answer or a draft rests. `excerpt`: what the customer asked in it. */
export const ArchiveSource = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  chat: Type.Object({ id: Id, number: Nullable(Type.Integer()) }),
  visitor_name: Nullable(Type.String()),
  closed_at: Nullable(Time),
  excerpt: Type.String(),
});
export type ArchiveSource = Static<typeof ArchiveSource>;
export const ArchiveAnswer = Type.Object({
  /** With the numbers of chats, such as `[1]`. "" if no chat fits, or none has the answer. */
  text: Type.String(),
  sources: Type.Array(ArchiveSource),
  model: Type.String(),
  /** In the delivery log. null: the model was not asked. */
  request_id: Nullable(Id),
});
export type ArchiveAnswer = Static<typeof ArchiveAnswer>;
export const ArticleDraft = Type.Object({
  /** Markdown without the numbers of chats. "" if people did not answer in the chats. */
  body: Type.String(),
  sources: Type.Array(ArchiveSource),
  model: Type.String(),
  /** In the delivery log. null: the model was not asked. */
  request_id: Nullable(Id),
});
export type ArticleDraft = Static<typeof ArticleDraft>;
