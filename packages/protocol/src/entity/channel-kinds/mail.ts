import type { ChannelCapabilities } from "./capabilities.ts";

/** Mail: one address whose mails are chats. */
export const mail: ChannelCapabilities = {
  chat_window: false,
  media: ["video", "audio", "voice", "photo", "sticker", "document"],
  max_text_length: 50_000,
  max_buttons: 0,
  email: true,
  operator_typing: false,
  integrator_endpoint: false,
  receipts: "none",
  visitor_edits: false,
  operator_edits: false,
  operator_edit_hours: null,
  quotes: false,
  reactions: [],
  reply_window_hours: null,
  merge_seconds: 60,
  claimed_senders: true,
  templates: false,
};
