import type { ChannelCapabilities } from "./capabilities.ts";

/** Interface A: the integrator's own front end. */
export const api: ChannelCapabilities = {
  chat_window: false,
  media: ["video", "audio", "voice", "photo", "sticker", "document", "location"],
  max_text_length: 1000,
  max_buttons: 0,
  email: false,
  operator_typing: true,
  integrator_endpoint: true,
  receipts: "read",
  visitor_edits: false,
  operator_edits: false,
  operator_edit_hours: null,
  quotes: true,
  reactions: [],
  reply_window_hours: null,
  merge_seconds: 0,
  claimed_senders: false,
  templates: false,
};
