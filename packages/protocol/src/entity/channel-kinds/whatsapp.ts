import type { ChannelCapabilities } from "./capabilities.ts";
import { commonReactions } from "./reactions.ts";

/** WhatsApp: the chats of a phone number on the Cloud API. */
export const whatsapp: ChannelCapabilities = {
  chat_window: false,
  media: ["video", "audio", "voice", "photo", "sticker", "document", "location"],
  max_text_length: 4000,
  max_buttons: 10,
  email: false,
  operator_typing: true,
  integrator_endpoint: false,
  receipts: "read",
  visitor_edits: false,
  operator_edits: false,
  operator_edit_hours: null,
  quotes: true,
  reactions: commonReactions,
  reply_window_hours: 24,
  merge_seconds: 0,
  claimed_senders: false,
  templates: true,
};
