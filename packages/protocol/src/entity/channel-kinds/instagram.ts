import type { ChannelCapabilities } from "./capabilities.ts";
import { messenger } from "./messenger.ts";

/** Instagram: the chats of a professional account. Both services have one API. */
export const instagram: ChannelCapabilities = {
  ...messenger,
  max_text_length: 1000,
  visitor_edits: false,
  reactions: ["❤️"],
};
