import type { BotMessageResult } from "../../../core/bot/send-message.ts";
import type { FormatWarning } from "./warning.ts";

/** Warnings for accepted deviations from the format (BOT-107). */
export const formatWarnings = {
  notUtf8: { code: "not_utf8", message: "The body was not UTF-8 and was read as ISO-8859-1." },
  otherClient: {
    code: "client_id_ignored",
    message: "client_id is not that of the chat and was ignored.",
  },
  cut: { code: "text_cut", message: "The text was longer than 4000 characters and was cut." },
  channelCut: {
    code: "channel_text_cut",
    message: "The customer's channel takes 1000 characters of text; the rest was cut.",
  },
  labelCut: {
    code: "button_text_cut",
    message: "A button shows 80 characters; the rest of its text was cut.",
  },
  textOnly: {
    code: "text_only",
    message:
      "The customer's channel shows plain text: it got `text`, without formatting and buttons.",
  },
  textBuilt: {
    code: "text_built",
    message:
      "The customer's channel shows plain text. The message has no `text`, so one was built; a typed number counts as that button.",
  },
  notShown: {
    code: "not_shown",
    message: "The customer's channel is switched off; the message was not sent to the customer.",
  },
} as const satisfies Record<string, FormatWarning>;

/** Returns a warning for each difference between the bot's message and the sent one. */
export function toWarnings({
  cut,
  labelCut,
  hidden,
  plain,
  channelCut,
}: Omit<BotMessageResult, "seq" | "id">): readonly FormatWarning[] {
  return [
    ...(cut ? [formatWarnings.cut] : []),
    ...(labelCut ? [formatWarnings.labelCut] : []),
    ...(hidden ? [formatWarnings.notShown] : []),
    ...(plain === "own" ? [formatWarnings.textOnly] : []),
    ...(plain === "built" ? [formatWarnings.textBuilt] : []),
    ...(channelCut === true ? [formatWarnings.channelCut] : []),
  ];
}
