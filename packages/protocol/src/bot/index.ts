import { EmailRecipients } from "../email/chat-email.ts";
import { Type, type Static } from "typebox";
import { MessageReference } from "../entity/message.ts";

/**
 * Interface B, the bot provider API (docs/spec/bot.md), as published for providers. The server also
 * accepts bodies that do not match these schemas (BOT-025, BOT-026, BOT-041, BOT-042). Bodies that
 * the server sends always match them and never contain `null` (BOT-023).
 */

/** An id that consists of digits and is below 2147483648 (BOT-021). */
export const BotNumericId = Type.String({ pattern: "^[1-9][0-9]{0,9}$" });
/** Event id of Parlour, the same on every retry (BOT-020). The provider may use any text. */
const OurEventId = Type.String({ format: "uuid" });
const YourEventId = Type.Optional(Type.String());
/** BOT-022. Times of the provider may have other formats (BOT-026) and never order messages. */
const Seconds = Type.Integer();
const YourTime = Type.Optional(Type.Union([Type.Integer(), Type.String()]));

/** BOT-024, BOT-046. `quoted`: earlier messages that an email repeats (MAIL-116). */
export const BotClientText = Type.Object({
  type: Type.Literal("TEXT"),
  text: Type.String(),
  quoted: Type.Optional(Type.String()),
  /** Subject and recipients, only of an email (MAIL-155). */
  subject: Type.Optional(Type.String()),
  recipients: Type.Optional(EmailRecipients),
  button_id: Type.Optional(Type.String()),
  /** What the customer answers or is asking about (CON-072). */
  refers_to: Type.Optional(MessageReference),
  timestamp: Seconds,
});

/** A message of the customer (BOT-020, BOT-023). */
export const BotClientMessage = Type.Object({
  event: Type.Literal("CLIENT_MESSAGE"),
  id: OurEventId,
  site_id: Type.Integer({ minimum: 1 }),
  client_id: BotNumericId,
  chat_id: BotNumericId,
  agents_online: Type.Boolean(),
  sender: Type.Object({
    id: Type.Integer({ minimum: 1 }),
    name: Type.String(),
    url: Type.String(),
    has_contacts: Type.Boolean(),
  }),
  channel: Type.Object({
    id: Type.String(),
    type: Type.Union([Type.Literal("widget"), Type.Literal("channel")]),
  }),
  message: BotClientText,
});
export type BotClientMessage = Static<typeof BotClientMessage>;

const chatFields = { id: OurEventId, client_id: BotNumericId, chat_id: BotNumericId };
/** An operator joined the chat (BOT-070, BOT-074). */
export const BotAgentJoined = Type.Object({ event: Type.Literal("AGENT_JOINED"), ...chatFields });
/** Event: no operator is available (BOT-070). */
export const BotAgentUnavailable = Type.Object({
  event: Type.Literal("AGENT_UNAVAILABLE"),
  ...chatFields,
});
/** Event: the chat was closed. Sent only if the option is enabled (BOT-057). */
export const BotChatClosed = Type.Object({ event: Type.Literal("CHAT_CLOSED"), ...chatFields });

/** All bodies posted to `<provider_endpoint_url>/<token>` (BOT-012). */
export const BotOutgoing = Type.Union([
  BotClientMessage,
  BotAgentJoined,
  BotAgentUnavailable,
  BotChatClosed,
]);
export type BotOutgoing = Static<typeof BotOutgoing>;
/** Names of the events that Parlour sends. The delivery log uses the same names. */
export const botOutgoingEvents = [
  "CLIENT_MESSAGE",
  "AGENT_JOINED",
  "AGENT_UNAVAILABLE",
  "CHAT_CLOSED",
] as const;
export type BotOutgoingEvent = (typeof botOutgoingEvents)[number];

/** A text message (BOT-040). */
export const BotText = Type.Object({
  type: Type.Literal("TEXT"),
  text: Type.String({ minLength: 1 }),
  timestamp: YourTime,
});
/** BOT-041, BOT-045. `text`: for channels that only show plain text (BOT-060). */
export const BotMarkdown = Type.Object({
  type: Type.Literal("MARKDOWN"),
  content: Type.String({ minLength: 1 }),
  text: Type.Optional(Type.String()),
  timestamp: YourTime,
});
/** A message with buttons (BOT-042). */
export const BotButtons = Type.Object({
  type: Type.Literal("BUTTONS"),
  title: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  buttons: Type.Array(
    Type.Object({ id: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }),
    { minItems: 1, maxItems: 3 },
  ),
  timestamp: YourTime,
});
export const BotIncomingMessage = Type.Union([BotText, BotMarkdown, BotButtons]);
export type BotIncomingMessage = Static<typeof BotIncomingMessage>;

/** A message of the bot. `client_id` is optional (BOT-025). */
export const BotMessage = Type.Object({
  event: Type.Literal("BOT_MESSAGE"),
  id: YourEventId,
  client_id: Type.Optional(BotNumericId),
  chat_id: BotNumericId,
  message: BotIncomingMessage,
});
/** Invites an operator (BOT-070). */
export const BotInviteAgent = Type.Object({
  event: Type.Literal("INVITE_AGENT"),
  id: YourEventId,
  client_id: Type.Optional(BotNumericId),
  chat_id: BotNumericId,
});
/** Body of `POST …/webhooks/<provider_id>/<token>` (BOT-010) and `…/providers/…` (BOT-011). */
export const BotIncoming = Type.Union([BotMessage, BotInviteAgent]);
export type BotIncoming = Static<typeof BotIncoming>;

/** All codes that `warnings` can contain (BOT-107). */
export const botWarningCodes = [
  "text_cut",
  "channel_text_cut",
  "button_text_cut",
  "text_only",
  "text_built",
  "not_shown",
  "client_id_ignored",
  "timestamp_unreadable",
  "not_utf8",
] as const;
export type BotWarningCode = (typeof botWarningCodes)[number];
export const BotWarning = Type.Object({
  code: Type.Enum([...botWarningCodes]),
  message: Type.String(),
});
/** Response to an accepted event (BOT-080). `warnings` is absent if there are none. */
export const BotAccepted = Type.Object({
  result: Type.Literal("ok"),
  warnings: Type.Optional(Type.Array(BotWarning, { minItems: 1 })),
});
/** All error codes (BOT-081). */
export const botErrorCodes = [
  "invalid_request",
  "invalid_client",
  "unauthorized_client",
  "access_denied",
  "not_found",
  "too_many_requests",
  "server_error",
  "server_overloaded",
  "temporarily_unavailable",
  "gateway_timeout",
] as const;
export type BotErrorCode = (typeof botErrorCodes)[number];
export const botErrorReasons = [
  "chat_not_found",
  "chat_handed_over",
  "chat_closed",
  "unsupported_event",
] as const;
export type BotErrorReason = (typeof botErrorReasons)[number];
export const BotError = Type.Object({
  error: Type.Object({
    code: Type.Enum([...botErrorCodes]),
    message: Type.String(),
    reason: Type.Optional(Type.Enum([...botErrorReasons])),
  }),
});
export type BotError = Static<typeof BotError>;
