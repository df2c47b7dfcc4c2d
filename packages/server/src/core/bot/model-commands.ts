import { createMessage } from "../chat/create.ts";
import type { MessageCause } from "../entity.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import type { NewEvent } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { getActiveBot } from "./assignment.ts";
import { handOverEvents, type HandOverResult } from "./hand-over.ts";
import { sendBotMessage } from "./send-message.ts";

/**
 * Hands a chat over to operators because the model of its bot decided so, or failed
 * (AGENT-040). `text`: the last message to the visitor. `note`: what operators must know. Has no
 * effect if the bot no longer has the chat. Subject: `{chat}`.
 */
export function handOverFromModel({
  botId,
  reason,
  text,
  note,
}: {
  readonly botId: number;
  readonly reason: string;
  readonly text: string;
  readonly note: string;
}): CommandHandler<HandOverResult> {
  return (context) => {
    const chat = context.chat?.entity;
    const bot = chat === undefined ? null : getActiveBot(chat);
    if (chat === undefined || bot?.id !== botId)
      return { events: [], answer: { handed_over: false } };
    const message = sendBotMessage({ botId, message: { kind: "text", text } })(context);
    if (isFailure(message)) return message;
    const events = [
      ...message.events.filter(({ name }) => name === "message_created"),
      createNote(context, chat.id, bot.name, { text: note }),
      ...handOverEvents(context, chat, {
        reason: "agent_handed_over",
        text: `${bot.name} handed over: ${reason.replaceAll("_", " ")}`,
        detail: reason,
      }),
    ];
    return { events, answer: { handed_over: true } };
  };
}

/**
 * Writes a note of a model that watches a chat of people (AGENT-050). Subject: `{chat}`. Failures:
 * `not_found`, `chat_closed`.
 */
export function writeModelNote(input: {
  readonly botId: number;
  readonly text: string;
  /** The lines below the first one are a reply that an operator can send. */
  readonly isReply: boolean;
}): CommandHandler<null> {
  return (context) => {
    const chat = context.chat?.entity;
    const name = context.config.bots.get(input.botId)?.name;
    if (chat === undefined || name === undefined)
      return fail("not_found", "There is no such chat.");
    if (chat.state === "closed") return fail("chat_closed", "This chat is closed.");
    const cause = { kind: "model", id: input.botId, name } as const;
    const { text, isReply } = input;
    const note = createNote(context, chat.id, name, isReply ? { text, cause } : { text });
    return { events: [note], answer: null };
  };
}

/** Notes have the author of those that rules write: they are no answers of a bot. */
const createNote = (
  context: CommandContext,
  chatId: number,
  name: string,
  note: { readonly text: string; readonly cause?: MessageCause },
): NewEvent =>
  createMessage(context, chatId, { kind: "operator", id: null, name }, { kind: "note", ...note });
