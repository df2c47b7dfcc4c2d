import type { ChannelCapabilities } from "./capabilities.ts";

/** Viber: the chats of a bot. */
export const viber: ChannelCapabilities = {
  chat_window: false,
  media: ["video", "audio", "voice", "photo", "sticker", "document", "location"],
  max_text_length: 7000,
  max_buttons: 12,
  email: false,
  operator_typing: false,
  integrator_endpoint: false,
  receipts: "read",
  visitor_edits: false,
  operator_edits: false,
  operator_edit_hours: null,
  quotes: false,
  reactions: [],
  reply_window_hours: null,
  merge_seconds: 0,
  claimed_senders: false,
  templates: false,
};
