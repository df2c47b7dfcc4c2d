import { maxSubjectLength } from "./address.ts";
import { Type, type Static } from "typebox";
import { EmailAddress, Nullable } from "../entity/index.ts";

/** Subject, recipients and formatting of emails in chats (API-429, API-430). */

/** A recipient that an operator chose or typed. */
export const NewEmailRecipient = Type.Object(
  {
    address: Type.String({ minLength: 1, maxLength: 254 }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);
/** Maximum number of recipients of one header. */
export const maxEmailRecipients = 20;
const recipients = Type.Array(NewEmailRecipient, { maxItems: maxEmailRecipients });
const seq = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** How a message is sent as an email. `attach`: messages of the chat whose files are attached. */
export const EmailContent = Type.Object(
  {
    subject: Type.Optional(Type.String({ maxLength: maxSubjectLength })),
    to: recipients,
    cc: Type.Optional(recipients),
    bcc: Type.Optional(recipients),
    /** The letter of the chat that is quoted below the text. */
    quotes: Type.Optional(seq),
    attach: Type.Optional(Type.Array(seq, { maxItems: 30 })),
    /** The text has the marks of Markdown (MAIL-140). */
    format: Type.Optional(Type.Literal("markdown")),
  },
  { additionalProperties: false },
);
export type EmailContent = Static<typeof EmailContent>;

/** Recipients of the next email of a chat. */
export const EmailRecipients = Type.Object({
  to: Type.Array(EmailAddress),
  cc: Type.Array(EmailAddress),
});
export type EmailRecipients = Static<typeof EmailRecipients>;

/** What the next email of a chat begins with (API-429). */
export const ChatEmail = Type.Object({
  /** The address of the channel. */
  from: Type.String(),
  subject: Type.String(),
  /** The sender of the latest letter alone, and everybody whom it names. */
  reply: EmailRecipients,
  reply_all: EmailRecipients,
  /** The latest letter of a person, which an answer quotes. Null if there is none in this chat. */
  letter: Nullable(seq),
  /** Set if the latest letter asks for replies to other addresses than its sender (MAIL-097). */
  reply_to: Nullable(
    Type.Object({
      from: EmailAddress,
      addresses: Type.Array(EmailAddress),
      /** Whether replies go to these addresses, because an operator chose them. */
      used: Type.Boolean(),
    }),
  ),
  /** Addresses that have written or received an email of this conversation. */
  known: Type.Array(Type.String()),
});
export type ChatEmail = Static<typeof ChatEmail>;

/** Whether replies to this sender go where their emails ask for them (API-430). */
export const UseReplyTo = Type.Object({ used: Type.Boolean() }, { additionalProperties: false });
