import type { ChannelCapabilities } from "./capabilities.ts";
import { commonReactions } from "./reactions.ts";

/** Telegram: the private chats of a bot. */
export const telegram: ChannelCapabilities = {
  chat_window: false,
  media: ["video", "audio", "voice", "photo", "sticker", "document", "location"],
  max_text_length: 4000,
  max_buttons: 100,
  email: false,
  operator_typing: true,
  integrator_endpoint: false,
  receipts: "none",
  visitor_edits: true,
  operator_edits: true,
  operator_edit_hours: 48,
  quotes: true,
  reactions: commonReactions,
  reply_window_hours: null,
  merge_seconds: 0,
  claimed_senders: false,
  templates: false,
};
