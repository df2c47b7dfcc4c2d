import { Type, type Static } from "typebox";
import { Nullable, PlainFieldValues } from "../entity/index.ts";

/**
 * Interface A, the chat channel (docs/spec/channel.md), as published for integrators. The server
 * accepts all that these schemas allow. It rejects other requests only if a rule requires it
 * (CH-036, CH-044, CH-063).
 */

/** 1 to 255 characters, or an integer of up to 255 digits, which stay exact (CH-041). */
export const CustomerId = Type.Union([
  Type.String({ minLength: 1, maxLength: 255 }),
  Type.Integer(),
]);
const HttpUrl = Type.String({ pattern: "^[hH][tT][tT][pP][sS]?://" });
const Count = Type.Integer({ minimum: 1 });

/** The sender of a message, a customer (CH-040 – CH-049). */
export const ChannelSender = Type.Object({
  id: CustomerId,
  name: Type.Optional(Nullable(Type.String())),
  phone: Type.Optional(Nullable(Type.String())),
  email: Type.Optional(Nullable(Type.String())),
  photo: Type.Optional(Nullable(HttpUrl)),
  url: Type.Optional(Nullable(HttpUrl)),
  invite: Type.Optional(Nullable(Type.String())),
  fields: Type.Optional(Nullable(PlainFieldValues)),
});
export type ChannelSender = Static<typeof ChannelSender>;

/** Message types with a file (CH-060). */
export const fileTypes = ["video", "audio", "voice", "photo", "sticker", "document"] as const;
export type FileType = (typeof fileTypes)[number];
const FileTypes = Type.Union([
  Type.Literal("video"),
  Type.Literal("audio"),
  Type.Literal("voice"),
  Type.Literal("photo"),
  Type.Literal("sticker"),
  Type.Literal("document"),
]);
/** Message types that are accepted but have no effect (CH-055). */
export const reservedTypes = ["stop", "rate", "keyboard"] as const;
/** Message types that report how far a message has come (CH-123). `read` means `seen`. */
export const receiptTypes = ["delivered", "seen", "read"] as const;

const MessageId = Type.Optional(Type.Union([Type.String(), Type.Number()]));
/** The message that an operator's answer quotes (CH-079). `id`: of the message at Parlour. */
export const ChannelQuote = Type.Object({
  id: Type.String(),
  author: Type.String(),
  text: Type.String(),
});
export type ChannelQuote = Static<typeof ChannelQuote>;
/**
 * `quote_id`: of the answered message (CH-066). Only in messages to the customer: `quote`, and
 * `original`, which a machine translated into the text (CH-128).
 */
const contextFields = {
  quote_id: MessageId,
  quote: Type.Optional(ChannelQuote),
  original: Type.Optional(Type.String()),
};
export const ChannelText = Type.Object({
  type: Type.Literal("text"),
  id: MessageId,
  ...contextFields,
  text: Type.String({ minLength: 1 }),
});
export const ChannelTyping = Type.Object({
  type: Type.Union([Type.Literal("typein"), Type.Literal("typeout")]),
});
export const ChannelFile = Type.Object({
  type: FileTypes,
  id: MessageId,
  ...contextFields,
  file: HttpUrl,
  file_name: Type.String(),
  file_size: Count,
  thumb: Type.Optional(HttpUrl),
  emoji: Type.Optional(Type.String()),
  duration: Type.Optional(Count),
  width: Type.Optional(Count),
  height: Type.Optional(Count),
  performer: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
});
export const ChannelLocation = Type.Object({
  type: Type.Literal("location"),
  id: MessageId,
  ...contextFields,
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  text: Type.Optional(Type.String()),
});
/** A report that the customer received or saw a message. `id`: as Parlour sent it (CH-123). */
export const ChannelReceipt = Type.Object({
  type: Type.Union([Type.Literal("delivered"), Type.Literal("seen"), Type.Literal("read")]),
  id: Type.Union([Type.String({ pattern: "^[0-9]+$" }), Type.Integer()]),
});
export const ChannelMessage = Type.Union([
  ChannelText,
  ChannelTyping,
  ChannelFile,
  ChannelLocation,
]);
export type ChannelMessage = Static<typeof ChannelMessage>;

/** A new text of a message that Parlour sent before. `id`: as Parlour sent it (CH-126). */
export const ChannelEdit = Type.Object({
  type: Type.Literal("edit"),
  id: Type.String(),
  text: Type.String({ minLength: 1 }),
});
/** A message that Parlour sent before and that the customer shall no longer see (CH-126). */
export const ChannelDeletion = Type.Object({
  type: Type.Literal("deletion"),
  id: Type.String(),
});

/** Body of `POST {webhook_base_url}/<random_string>/<CHANNEL_PUBLIC_ID>` (CH-030). */
export const ChannelRequest = Type.Object({
  sender: ChannelSender,
  message: Type.Union([...ChannelMessage.anyOf, ChannelReceipt]),
});
export type ChannelRequest = Static<typeof ChannelRequest>;

/** Response to an accepted message (CH-031). */
export const ChannelAccepted = Type.Object({ result: Type.Literal("ok") });
/** All codes of rejected requests (CH-039). */
export const channelErrorCodes = [
  "invalid_json",
  "invalid_request",
  "sender_id_required",
  "invalid_sender_id",
  "text_required",
  "unsupported_type",
  "file_required",
  "invalid_file_url",
  "invalid_location",
  "channel_disabled",
  "not_found",
  "method_not_allowed",
  "payload_too_large",
  "unsupported_media_type",
  "idempotency_conflict",
  "rate_limited",
  "account_moved",
  "internal_error",
  "temporarily_unavailable",
] as const;
export type ChannelErrorCode = (typeof channelErrorCodes)[number];
/** Sent by Parlour, or by an integrator with its own codes (CH-082). */
export const ChannelError = Type.Object({
  error: Type.Object({ code: Type.String(), message: Type.String() }),
});
export type ChannelError = Static<typeof ChannelError>;
/** Status of the channel (CH-010). */
export const ChannelStatus = Type.Union([Type.Literal(0), Type.Literal(1)]);
export type ChannelStatus = Static<typeof ChannelStatus>;

/** Body that Parlour posts to the integrator's endpoint (CH-071, CH-077, CH-126). */
export const ChannelReply = Type.Object({
  sender: Type.Object({ name: Type.String(), photo: Type.String() }),
  recipient: Type.Object({ id: CustomerId }),
  message: Type.Union([ChannelMessage, ChannelEdit, ChannelDeletion]),
});
export type ChannelReply = Static<typeof ChannelReply>;
