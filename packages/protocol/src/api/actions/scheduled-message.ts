import { Type, type Static } from "typebox";
import { Id, NamedRef, Nullable, Time } from "../../entity/index.ts";
import { maxMessageLength } from "../chat.ts";
import { IdText, Page } from "../common.ts";
import { RefusedReply } from "./action.ts";

/** Answers that are sent at a time (LATER-001 – LATER-006). */

/** Maximum number of scheduled messages of a chat. */
export const maxScheduledMessages = 20;

export const ScheduledMessage = Type.Object({
  id: Id,
  chat_id: Id,
  operator: NamedRef,
  text: Type.String(),
  send_at: Time,
  /**
   * `held`: somebody else has answered or got the chat, so a person decides (CORE-476). `sent` and
   * `cancelled`: the message is no longer in the list.
   */
  state: Type.Enum(["waiting", "sending", "failed", "held", "sent", "cancelled"]),
  /** Why the message was not sent. null, unless it failed or is held. */
  error: Nullable(RefusedReply),
  created_at: Time,
});
export type ScheduledMessage = Static<typeof ScheduledMessage>;
export const ScheduledMessages = Page(ScheduledMessage);

export const ScheduledMessageParams = Type.Object({ id: IdText, scheduled: IdText });

const text = Type.String({ minLength: 1, maxLength: maxMessageLength });
export const NewScheduledMessage = Type.Object(
  {
    text,
    send_at: Type.String(),
    /** `seq` of the last message that the author had read when they began the text (API-522). */
    after_seq: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  },
  { additionalProperties: false },
);
export type NewScheduledMessage = Static<typeof NewScheduledMessage>;

/** A change of a scheduled message. One that failed waits again. */
export const ScheduledMessagePatch = Type.Object(
  { text: Type.Optional(text), send_at: Type.Optional(Type.String()) },
  { additionalProperties: false },
);
export type ScheduledMessagePatch = Static<typeof ScheduledMessagePatch>;
