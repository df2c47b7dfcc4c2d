import { Type, type Static } from "typebox";
import { Page } from "./api-common.ts";
import { Id, Time } from "./entity.ts";
import { longestDraft } from "./writing.ts";

/** What an operator is writing, kept for his other devices; and notes that name him (API-045, API-046). */

export const DraftMode = Type.Union([Type.Literal("text"), Type.Literal("note")]);
export type DraftMode = Static<typeof DraftMode>;

const version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** `text` is "" for a draft that was sent or emptied. `version` rises with each change, on whatever device. */
export const Draft = Type.Object({ chat_id: Id, mode: DraftMode, text: Type.String(), version, updated_at: Time });
export type Draft = Static<typeof Draft>;
export const Drafts = Page(Draft);

/** Taken when `version` is above the one that is kept; else the answer is the one that is kept. */
export const DraftChange = Type.Object(
  { mode: DraftMode, text: Type.String({ maxLength: longestDraft }), version },
  { additionalProperties: false },
);
export type DraftChange = Static<typeof DraftChange>;

/** A note above the read mark that names the operator who asks. */
export const Mention = Type.Object({ chat_id: Id, seq: Type.Integer({ minimum: 1 }), at: Time });
export type Mention = Static<typeof Mention>;
export const Mentions = Page(Mention);
