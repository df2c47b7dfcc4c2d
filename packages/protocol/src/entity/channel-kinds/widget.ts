import type { ChannelCapabilities } from "./capabilities.ts";
import { commonReactions } from "./reactions.ts";

/** The site widget (interface D). */
export const widget: ChannelCapabilities = {
  chat_window: true,
  media: ["video", "audio", "voice", "photo", "sticker", "document", "location"],
  max_text_length: 4000,
  max_buttons: 100,
  email: false,
  operator_typing: true,
  integrator_endpoint: false,
  receipts: "read",
  visitor_edits: false,
  operator_edits: true,
  operator_edit_hours: null,
  quotes: true,
  reactions: commonReactions,
  reply_window_hours: null,
  merge_seconds: 0,
  claimed_senders: false,
  templates: false,
};
