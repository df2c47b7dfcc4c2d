import { createBotMessage, type BotMessageContent } from "../../core/bot/message.ts";
import { describePlainText } from "../../core/bot/send-message.ts";
import { maxChannelTextLength } from "../../core/text.ts";
import type { BotTestPost } from "../../core/bot/test-post.ts";
import type { Clock } from "../../core/command.ts";
import type { BotAddress } from "./requests/address-cache.ts";
import { BotRefusalError, toBotRefusal, unknownChatRefusal } from "./responses.ts";
import type { IncomingEvent } from "./format/parse-event.ts";
import { toWarnings } from "./format/warnings.ts";
import type { RequestRecord } from "./requests/request-record.ts";

export interface TestChatDeps {
  readonly store: {
    /** Adds a post to the open test of a bot connection. Returns false if no test is open. */
    readonly addTestPost: (
      account: number,
      botId: number,
      post: BotTestPost,
      now: number,
    ) => Promise<boolean>;
  };
  readonly clock: Clock;
}

/**
 * Accepts an event for the test chat while a test is open (BOT-090). The event reaches no real
 * chat. Rejects with BotRefusalError `chat_not_found`.
 */
export async function acceptTestPost(
  deps: TestChatDeps,
  bot: BotAddress,
  event: IncomingEvent,
  record: RequestRecord,
): Promise<void> {
  const sentMessage = event.message === null ? null : createBotMessage(event.message.content);
  // The test chat belongs to a chat channel, as in the sample event.
  if (sentMessage !== null)
    record.warnings.push(
      ...toWarnings({
        cut: sentMessage.body.cut === true,
        labelCut: sentMessage.isLabelCut,
        hidden: false,
        ...describePlainText(sentMessage, maxChannelTextLength),
      }),
    );
  const message = sentMessage === null ? null : toPostMessage(sentMessage);
  if (
    !(await addPost(deps, bot, {
      event: event.event,
      message,
      warnings: record.warnings,
      error: null,
    }))
  )
    throw new BotRefusalError(noTestRefusal);
}

/** Shows a refused event in the open test, if the event referred to the test chat. */
export async function recordRefusedTestPost(
  deps: TestChatDeps,
  bot: BotAddress,
  record: RequestRecord,
  error: unknown,
): Promise<void> {
  const refusal = toBotRefusal(error);
  if (!record.isTest || refusal === null) return;
  const { code, message } = refusal;
  await addPost(deps, bot, {
    event: record.event,
    message: null,
    warnings: record.warnings,
    error: { code, message },
  });
}

function addPost(
  { store, clock }: TestChatDeps,
  { account, botId }: BotAddress,
  post: Omit<BotTestPost, "at">,
): Promise<boolean> {
  const now = clock.now();
  return store.addTestPost(account, botId, { at: new Date(now).toISOString(), ...post }, now);
}

const noTestRefusal = {
  ...unknownChatRefusal,
  message:
    'No test of this bot is running: chat_id "0" is accepted for 60 s after Send test event.',
  rule: "BOT-090",
};

const typeByKind = { text: "TEXT", markdown: "MARKDOWN", buttons: "BUTTONS" } as const;
function toPostMessage({ body, plainText }: BotMessageContent): BotTestPost["message"] {
  return {
    type: typeByKind[body.kind],
    title: body.title ?? "",
    text: plainText.text,
    buttons: body.buttons ?? [],
  };
}
