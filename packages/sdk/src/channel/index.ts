import { systemTiming } from "../http/time.ts";
import {
  openChannelHandler,
  type ChannelHandler,
  type ChannelHandlerOptions,
} from "./channel-handler.ts";

export { createMemoryStore, type AnswerStore } from "../handler/answer-store.ts";
export type { HandlerContext, HandlerOptions, RequestHandler } from "../handler/handler.ts";
export { ParlourError } from "../parlour-error.ts";
export type {
  ChannelHandler,
  ChannelHandlerOptions,
  CustomerMessage,
  MessageChange,
  MessageRefusal,
  OperatorMessage,
  OperatorTyping,
  SendOptions,
} from "./channel-handler.ts";

/** Creates the handler of a chat channel. */
export function createChannelHandler(options: ChannelHandlerOptions): ChannelHandler {
  return openChannelHandler(options, systemTiming);
}
