import type { Chat } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";

/**
 * Whether the channel of a chat accepts free text now (CON-050). `leftMs`: the rest of the window
 * in milliseconds. `hours`: its whole length.
 */
export type ReplyWindow =
  | { readonly kind: "none" }
  | { readonly kind: "open"; readonly leftMs: number }
  | { readonly kind: "closed"; readonly hours: number; readonly hasTemplates: boolean };

/** Returns the state of the window at `now`, in milliseconds since 1970. */
export function getReplyWindow({ channel, reply_until }: Chat, now: number): ReplyWindow {
  const capabilities = getCapabilities(channel.kind);
  const hours = capabilities.reply_window_hours;
  if (hours === null) return { kind: "none" };
  const leftMs = reply_until === undefined ? 0 : Date.parse(reply_until) - now;
  // The clock of this device can be behind that of the server.
  const maxMs = hours * 3_600_000;
  return leftMs > 0
    ? { kind: "open", leftMs: Math.min(leftMs, maxMs) }
    : { kind: "closed", hours, hasTemplates: capabilities.templates };
}
