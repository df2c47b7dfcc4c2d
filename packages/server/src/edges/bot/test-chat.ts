import { createBotMessage, type BotMessageContent } from "../../core/bot/message.ts";
import { describePlainText } from "../../core/bot/send-message.ts";
import type { BotTestPost } from "../../core/record/bot.ts";
import type { Clock } from "../../core/command.ts";
import type { BotAddress } from "./address.ts";
import { BotFault, refusalOf, unknownChat } from "./answer.ts";
import type { Incoming } from "./format/incoming.ts";
import { warningsOf } from "./format/warnings.ts";
import type { Received } from "./received.ts";

export interface TestChatDeps {
  /** Adds a post to the open test of a connection. Returns false if no test is open. */
  readonly addTestPost: (account: number, botId: number, post: BotTestPost, now: number) => Promise<boolean>;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Accepts an event for the test chat while a test is open (BOT-090). It reaches no chat. Rejects
 * with BotRefusalError `chat_not_found`.
 */
export async function acceptTestPost(deps: TestChatDeps, bot: BotAddress, event: Incoming, note: Received): Promise<void> {
  const said = event.message === null ? null : createBotMessage(event.message.said);
  // The test chat is one of a chat channel, as in the sample event.
  if (said !== null)
    note.warnings.push(
      ...warningsOf({ cut: said.body.cut === true, labelCut: said.isLabelCut, hidden: false, ...describePlainText(said) }),
    );
  const message = said === null ? null : messageOf(said);
  if (!(await add(deps, bot, { event: event.event, message, warnings: note.warnings, error: null }))) throw new BotFault(noTest);
}

/** Shows a refused event in the open test, if it was about the test chat. */
export async function recordRefusedTestPost(deps: TestChatDeps, bot: BotAddress, note: Received, error: unknown): Promise<void> {
  const refusal = refusalOf(error);
  if (!note.isTest || refusal === null) return;
  const { code, message } = refusal;
  await add(deps, bot, { event: note.event, message: null, warnings: note.warnings, error: { code, message } });
}

function add({ addTestPost, clock }: TestChatDeps, { account, botId }: BotAddress, post: Omit<BotTestPost, "at">): Promise<boolean> {
  const now = clock.now();
  return addTestPost(account, botId, { at: new Date(now).toISOString(), ...post }, now);
}

const noTest = {
  ...unknownChat,
  message: 'No test of this bot is running: chat_id "0" is accepted for 60 s after Send test event.',
  rule: "BOT-090",
};

const types = { text: "TEXT", markdown: "MARKDOWN", buttons: "BUTTONS" } as const;
function messageOf({ body, plainText: plain }: BotMessageContent): BotTestPost["message"] {
  return { type: types[body.kind], title: body.title ?? "", text: plain.text, buttons: body.buttons ?? [] };
}
