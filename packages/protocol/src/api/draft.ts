import { Type, type Static } from "typebox";
import { Page } from "./common.ts";
import { Id, Time } from "../entity/index.ts";
import { maxDraftLength } from "./writing-limits.ts";

/**
 * Drafts of an operator, shared between the operator's devices, and notes that mention the operator
 * (API-045, API-046).
 */

export const DraftMode = Type.Union([Type.Literal("text"), Type.Literal("note")]);
export type DraftMode = Static<typeof DraftMode>;

const version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/**
 * A draft. `text` is "" if the draft was sent or cleared. `version` increases with each change on
 * any device.
 */
export const Draft = Type.Object({
  chat_id: Id,
  mode: DraftMode,
  text: Type.String(),
  version,
  updated_at: Time,
});
export type Draft = Static<typeof Draft>;
export const Drafts = Page(Draft);

/**
 * A change of a draft. It is stored if `version` is above the stored version. Otherwise the
 * response contains the stored draft.
 */
export const DraftChange = Type.Object(
  { mode: DraftMode, text: Type.String({ maxLength: maxDraftLength }), version },
  { additionalProperties: false },
);
export type DraftChange = Static<typeof DraftChange>;

/** A note that mentions the requesting operator and that they have not read. */
export const Mention = Type.Object({ chat_id: Id, seq: Type.Integer({ minimum: 1 }), at: Time });
export type Mention = Static<typeof Mention>;
export const Mentions = Page(Mention);
