import type { ChannelCapabilities } from "./capabilities.ts";

/** SMS: a number at an HTTP gateway. */
export const sms: ChannelCapabilities = {
  chat_window: false,
  media: [],
  /** Ten parts, which most gateways have as their limit. */
  max_text_length: 1600,
  max_buttons: 0,
  email: false,
  operator_typing: false,
  integrator_endpoint: false,
  receipts: "delivered",
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
