import type { components } from "../generated/bot.ts";
import { createOnceRunner } from "../handler/answer-store.ts";
import {
  createHandler,
  getStore,
  type HandlerOptions,
  type RequestHandler,
} from "../handler/handler.ts";
import type { HttpOptions } from "../http/send.ts";
import { ParlourError } from "../parlour-error.ts";
import { wait, type Timing } from "../http/time.ts";
import { createBotChat, type BotChat, type BotReply } from "./bot-chat.ts";

type Schemas = components["schemas"];
/** A message of a customer. */
export type ClientMessage = Schemas["BotClientMessage"];
/** Something that happened to a chat of the bot. */
export type ChatNotice =
  | Schemas["BotAgentJoined"]
  | Schemas["BotAgentUnavailable"]
  | Schemas["BotChatClosed"];

export interface BotHandlerOptions extends HandlerOptions, HttpOptions {
  /** Address of Parlour, from the page of the bot. It is a secret. */
  readonly address: string;
  /** Access token of a bot with authorization (BOT-030). */
  readonly accessToken?: string | (() => string | Promise<string>);
  /**
   * Replies to a customer. It is called once for each message. Return the reply, or send it with
   * `chat`, or later with `chat` of the handler. If it takes longer than 2 s, Parlour gets its
   * response before. If it rejects after that, an operator is invited.
   */
  readonly onMessage: (
    message: ClientMessage,
    chat: BotChat,
  ) => BotReply | void | Promise<BotReply | void>;
  /** Called when an operator joined, when none is available, and when the chat was closed. */
  readonly onNotice?: (
    notice: ChatNotice,
    chat: BotChat,
  ) => BotReply | void | Promise<BotReply | void>;
}

export interface BotHandler {
  readonly handle: RequestHandler;
  /** Returns a chat, to which the bot can send at any time until an operator has it. */
  chat(chatId: string): BotChat;
}

/** Parlour waits 3 s for a response (BOT-050). */
const maxResponseMs = 2_000;
const accepted = '{"result":"ok"}';

/** Creates the handler of a bot provider. Tests pass the timing. */
export function openBotHandler(options: BotHandlerOptions, timing: Timing): BotHandler {
  const { onMessage, onNotice, onError = console.error } = options;
  const once = createOnceRunner(getStore(options));
  const deps = { ...options, ...timing };
  const inTurn = createTurns();

  const reply = async (event: ClientMessage | ChatNotice): Promise<string> => {
    const chat = createBotChat(deps, event.chat_id, event.id);
    const answer =
      event.event === "CLIENT_MESSAGE"
        ? await onMessage(event, chat)
        : await onNotice?.(event, chat);
    try {
      for (const message of [answer ?? []].flat()) await chat.send(message);
    } catch (error) {
      // An operator has the chat now, so it needs no reply of the bot.
      if (!isChatOver(error)) throw error;
    }
    return accepted;
  };
  const acknowledged = new WeakSet<Promise<string>>();
  /** Ends the work of an event that was acknowledged before its end. */
  const finish = async (work: Promise<string>, chatId: string, eventId: string): Promise<void> => {
    try {
      await work;
    } catch (error) {
      onError(error);
      // Parlour does not repeat an acknowledged message, so a person must reply.
      await createBotChat(deps, chatId, `${eventId}:failed`).inviteOperator().catch(onError);
    }
  };
  return {
    chat: (chatId) => createBotChat(deps, chatId),
    handle: createHandler<ClientMessage | ChatNotice>(options, async (event, { id }, context) => {
      const work = once.run(id, () => inTurn(event.chat_id, () => reply(event)));
      if (!(await isDoneInTime(timing, work)) && !acknowledged.has(work)) {
        acknowledged.add(work);
        const end = finish(work, event.chat_id, event.id);
        context.waitUntil?.(end);
      }
      return accepted;
    }),
  };
}

/**
 * Returns a function that runs the work of each chat in order. Parlour sends the next message of a
 * chat after the response, and a slow reply continues after it.
 */
function createTurns(): (chatId: string, work: () => Promise<string>) => Promise<string> {
  const last = new Map<string, Promise<unknown>>();
  return (chatId, work) => {
    const turn = (last.get(chatId) ?? Promise.resolve()).then(work, work);
    last.set(chatId, turn);
    const endTurn = (): void => {
      if (last.get(chatId) === turn) last.delete(chatId);
    };
    turn.then(endTurn, endTurn);
    return turn;
  };
}

function isChatOver(error: unknown): boolean {
  if (!(error instanceof ParlourError)) return false;
  const body = (error.body ?? {}) as { readonly error?: { readonly reason?: string } };
  const reason = body.error?.reason;
  return reason === "chat_handed_over" || reason === "chat_closed";
}

/** Returns whether the work ends before the response is due. Rejects if the work does. */
async function isDoneInTime(timing: Timing, work: Promise<string>): Promise<boolean> {
  const stop = new AbortController();
  const due = wait(timing, maxResponseMs, stop.signal).then(() => false);
  try {
    return await Promise.race([work.then(() => true), due]);
  } finally {
    due.catch(() => undefined);
    stop.abort();
  }
}
