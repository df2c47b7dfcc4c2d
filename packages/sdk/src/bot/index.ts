import { systemTiming } from "../http/time.ts";
import { openBotHandler, type BotHandler, type BotHandlerOptions } from "./bot-handler.ts";

export { createMemoryStore, type AnswerStore } from "../handler/answer-store.ts";
export type { HandlerContext, HandlerOptions, RequestHandler } from "../handler/handler.ts";
export { ParlourError } from "../parlour-error.ts";
export type { BotChat, BotMessage, BotReply, BotWarning, PostOptions } from "./bot-chat.ts";
export type { BotHandler, BotHandlerOptions, ChatNotice, ClientMessage } from "./bot-handler.ts";

/** Creates the handler of a bot provider. */
export function createBotHandler(options: BotHandlerOptions): BotHandler {
  return openBotHandler(options, systemTiming);
}
