import { Type, type Static } from "typebox";

/**
 * Interface B, the bot provider API (docs/spec/bot.md), as providers see it: the published shapes. What comes in is taken more leniently
 * than these say (BOT-025, BOT-026, BOT-041, BOT-042); what goes out never differs from them and never holds `null` (BOT-023).
 */

/** BOT-021: digits, below 2147483648. */
export const BotNumericId = Type.String({ pattern: "^[1-9][0-9]{0,9}$" });
/** BOT-020: the same on every retry of an event of ours; any text of yours. */
const OurEventId = Type.String({ format: "uuid" });
const YourEventId = Type.Optional(Type.String());
/** BOT-022: unix seconds. BOT-026: yours may be in other forms, is kept for information and never orders messages. */
const Seconds = Type.Integer();
const YourTime = Type.Optional(Type.Union([Type.Integer(), Type.String()]));

/** BOT-024, BOT-046: what the customer wrote, or the text of the button that he pressed. */
export const BotClientText = Type.Object({
  type: Type.Literal("TEXT"),
  text: Type.String(),
  button_id: Type.Optional(Type.String()),
  timestamp: Seconds,
});

/** BOT-020, BOT-023. */
export const BotClientMessage = Type.Object({
  event: Type.Literal("CLIENT_MESSAGE"),
  id: OurEventId,
  site_id: Type.Integer({ minimum: 1 }),
  client_id: BotNumericId,
  chat_id: BotNumericId,
  agents_online: Type.Boolean(),
  sender: Type.Object({ id: Type.Integer({ minimum: 1 }), name: Type.String(), url: Type.String(), has_contacts: Type.Boolean() }),
  channel: Type.Object({ id: Type.String(), type: Type.Union([Type.Literal("widget"), Type.Literal("channel")]) }),
  message: BotClientText,
});
export type BotClientMessage = Static<typeof BotClientMessage>;

const aboutChat = { id: OurEventId, client_id: BotNumericId, chat_id: BotNumericId };
/** BOT-070, BOT-074. */
export const BotAgentJoined = Type.Object({ event: Type.Literal("AGENT_JOINED"), ...aboutChat });
/** BOT-070. */
export const BotAgentUnavailable = Type.Object({ event: Type.Literal("AGENT_UNAVAILABLE"), ...aboutChat });
/** BOT-057: only with the option. */
export const BotChatClosed = Type.Object({ event: Type.Literal("CHAT_CLOSED"), ...aboutChat });

/** Everything that is posted to `<provider_endpoint_url>/<token>` (BOT-012). */
export const BotOutgoing = Type.Union([BotClientMessage, BotAgentJoined, BotAgentUnavailable, BotChatClosed]);
export type BotOutgoing = Static<typeof BotOutgoing>;
/** Names of the events that are sent, in the ledger too. */
export const botOutgoingEvents = ["CLIENT_MESSAGE", "AGENT_JOINED", "AGENT_UNAVAILABLE", "CHAT_CLOSED"] as const;
export type BotOutgoingEvent = (typeof botOutgoingEvents)[number];

/** BOT-040. */
export const BotText = Type.Object({ type: Type.Literal("TEXT"), text: Type.String({ minLength: 1 }), timestamp: YourTime });
/** BOT-041, BOT-045. `text`: for channels that show plain text only (BOT-060). */
export const BotMarkdown = Type.Object({
  type: Type.Literal("MARKDOWN"),
  content: Type.String({ minLength: 1 }),
  text: Type.Optional(Type.String()),
  timestamp: YourTime,
});
/** BOT-042. */
export const BotButtons = Type.Object({
  type: Type.Literal("BUTTONS"),
  title: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  buttons: Type.Array(Type.Object({ id: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }), { minItems: 1, maxItems: 3 }),
  timestamp: YourTime,
});
export const BotIncomingMessage = Type.Union([BotText, BotMarkdown, BotButtons]);
export type BotIncomingMessage = Static<typeof BotIncomingMessage>;

/** BOT-025: `client_id` may be missing. */
export const BotMessage = Type.Object({
  event: Type.Literal("BOT_MESSAGE"),
  id: YourEventId,
  client_id: Type.Optional(BotNumericId),
  chat_id: BotNumericId,
  message: BotIncomingMessage,
});
/** BOT-070. */
export const BotInviteAgent = Type.Object({
  event: Type.Literal("INVITE_AGENT"),
  id: YourEventId,
  client_id: Type.Optional(BotNumericId),
  chat_id: BotNumericId,
});
/** Body of `POST {bot_base_url}/webhooks/<provider_id>/<token>` and `/providers/…` (BOT-010, BOT-011). */
export const BotIncoming = Type.Union([BotMessage, BotInviteAgent]);
export type BotIncoming = Static<typeof BotIncoming>;

/** BOT-091: codes of `warnings`, closed. */
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
export const BotWarning = Type.Object({ code: Type.Enum([...botWarningCodes]), message: Type.String() });
/** BOT-080; `warnings` only when there are some. */
export const BotAccepted = Type.Object({ result: Type.Literal("ok"), warnings: Type.Optional(Type.Array(BotWarning, { minItems: 1 })) });
/** BOT-081: codes of the table, closed. */
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
export const botErrorReasons = ["chat_not_found", "chat_handed_over", "chat_closed", "unsupported_event"] as const;
export type BotErrorReason = (typeof botErrorReasons)[number];
export const BotError = Type.Object({
  error: Type.Object({
    code: Type.Enum([...botErrorCodes]),
    message: Type.String(),
    reason: Type.Optional(Type.Enum([...botErrorReasons])),
  }),
});
export type BotError = Static<typeof BotError>;
