import { Type, type Static } from "typebox";
import { Page } from "./common.ts";
import { Id, Time } from "../entity/index.ts";
import { EmailContent } from "../email/chat-email.ts";
import { maxDraftLength } from "./writing-limits.ts";

/**
 * Drafts of an operator, shared between the operator's devices, and notes that mention the operator
 * (API-045, API-046).
 */

export const DraftMode = Type.Union([
  Type.Literal("text"),
  Type.Literal("note"),
  Type.Literal("email"),
]);
export type DraftMode = Static<typeof DraftMode>;

const begunSeq = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }));
const version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const { to, cc, bcc, subject, attach, format } = EmailContent.properties;
/** Absent fields have the values with which the next email of the chat begins (API-429). */
export const DraftEmail = Type.Object(
  {
    form: Type.Optional(
      Type.Union([Type.Literal("reply"), Type.Literal("reply_all"), Type.Literal("forward")]),
    ),
    to: Type.Optional(to),
    cc,
    bcc,
    subject,
    leaves_out_quote: Type.Optional(Type.Boolean()),
    attach,
    format,
    /** New addresses that the operator was asked about. */
    asked: Type.Optional(Type.Array(Type.String({ maxLength: 254 }), { maxItems: 100 })),
  },
  { additionalProperties: false },
);
export type DraftEmail = Static<typeof DraftEmail>;

/** `text` is "" if it was sent or cleared. `version` increases with each change. */
export const Draft = Type.Object({
  chat_id: Id,
  mode: DraftMode,
  text: Type.String(),
  /** Set in the mode `email`, unless the email is unchanged. */
  email: Type.Optional(DraftEmail),
  version,
  /** `seq` of the last message that the writer had read when they began the text (API-522). */
  begun_seq: begunSeq,
  updated_at: Time,
});
export type Draft = Static<typeof Draft>;
export const Drafts = Page(Draft);

/** The server stores it if `version` is above the stored one, else returns the stored draft. */
export const DraftChange = Type.Object(
  {
    mode: DraftMode,
    text: Type.String({ maxLength: maxDraftLength }),
    email: Type.Optional(DraftEmail),
    version,
    begun_seq: begunSeq,
  },
  { additionalProperties: false },
);
export type DraftChange = Static<typeof DraftChange>;

/** A note that mentions the requesting operator and that they have not read. */
export const Mention = Type.Object({ chat_id: Id, seq: Type.Integer({ minimum: 1 }), at: Time });
export type Mention = Static<typeof Mention>;
export const Mentions = Page(Mention);
