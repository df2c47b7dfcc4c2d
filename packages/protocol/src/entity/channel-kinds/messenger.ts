import type { ChannelCapabilities } from "./capabilities.ts";
import { commonReactions } from "./reactions.ts";

/** Messenger: the chats of a Facebook page. */
export const messenger: ChannelCapabilities = {
  chat_window: false,
  media: ["video", "audio", "voice", "photo", "document"],
  max_text_length: 2000,
  max_buttons: 13,
  email: false,
  operator_typing: true,
  integrator_endpoint: false,
  receipts: "read",
  visitor_edits: true,
  operator_edits: false,
  operator_edit_hours: null,
  quotes: false,
  reactions: commonReactions,
  // 24 hours for everybody, and seven days for people (ME-031).
  reply_window_hours: 168,
  merge_seconds: 0,
  claimed_senders: false,
  templates: false,
};
