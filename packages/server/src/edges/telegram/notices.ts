import {
  createConnectionNotices,
  type ConnectionNotice,
} from "../../core/channel/connection-notice.ts";
import type { FailedResult } from "./service/reply.ts";

/** Sentences about the connection of a bot (CON-040, CON-041). */
export const getNotice = createConnectionNotices({
  unreachable: "Telegram cannot be reached: {reason}",
  token_refused: "Telegram does not accept the bot token. Enter a new one from BotFather.",
  refused: "Telegram refused the request: {reason}",
  other_webhook:
    "Another program has set a webhook for this bot. Test the connection to take the bot over.",
  other_program:
    "Another program receives the updates of this bot. Stop it, or use a bot of its own.",
  shared_bot: "Another channel receives the updates of this bot. Use a bot of its own.",
  changed_webhook:
    "Another program has changed the webhook of this bot. Test the connection to take the bot over.",
  webhook_failing: "Telegram cannot send updates to Parlour: {reason}",
  not_tested: "Not tested, because Telegram does not answer.",
  no_visitor: "Telegram knows the bot {bot}. No visitor has written yet.",
  reaches_visitors: "The bot {bot} reaches its visitors.",
  switched_off: "The channel is switched off.",
  starting: "Parlour is starting to receive. Test again in a few seconds.",
  write_now: "Write to {address} now, and test again.",
  webhook: "Telegram sends updates to Parlour.",
  polling: "Parlour fetches updates from Telegram.",
});

/** Explains why the service does not answer, or gives no updates. */
export function explainFailure(result: FailedResult): ConnectionNotice {
  if (result.kind === "unavailable") return getNotice("unreachable", { reason: result.message });
  if (result.status === 401 || result.status === 404) return getNotice("token_refused");
  if (result.status !== 409) return getNotice("refused", { reason: result.description });
  return getNotice(/webhook/i.test(result.description) ? "other_webhook" : "other_program");
}
