import type { components } from "../generated/bot.ts";
import { readJson, send, type SendDeps } from "../http/send.ts";

type Schemas = components["schemas"];
/** A message with text, Markdown or buttons. */
export type BotMessage = Schemas["BotIncomingMessage"];
/** One message or several. A text is a message of the type TEXT. */
export type BotReply = string | BotMessage | readonly (string | BotMessage)[];
/** How a customer sees a message differently (BOT-107). */
export type BotWarning = Schemas["BotWarning"];

export interface PostOptions {
  readonly signal?: AbortSignal;
  /** Lets Parlour recognise a repeat for 24 h (BOT-085). */
  readonly idempotencyKey?: string;
}

/** A chat of the bot. The methods repeat a request while its outcome is unknown. */
export interface BotChat {
  readonly id: string;
  /**
   * Sends a message to the customer. Resolves with warnings when Parlour has stored it. Throws a
   * `ParlourError`, with reason `chat_handed_over` in its body if an operator has the chat.
   */
  send(message: string | BotMessage, options?: PostOptions): Promise<readonly BotWarning[]>;
  /** Calls an operator. AGENT_JOINED or AGENT_UNAVAILABLE follows (BOT-070). */
  inviteOperator(options?: PostOptions): Promise<void>;
}

export interface BotChatDeps extends SendDeps {
  readonly address: string;
  readonly accessToken?: string | (() => string | Promise<string>);
}

/**
 * Returns a chat. With the id of an event, the n-th post gets the same key each time that the event
 * is processed, so that Parlour accepts it once.
 */
export function createBotChat(deps: BotChatDeps, chatId: string, eventId?: string): BotChat {
  let posts = 0;
  const post = async (
    event: Schemas["BotIncoming"],
    { signal, idempotencyKey }: PostOptions,
  ): Promise<readonly BotWarning[]> => {
    posts += 1;
    const key =
      idempotencyKey ?? (eventId === undefined ? crypto.randomUUID() : `${eventId}:${posts}`);
    const { accessToken } = deps;
    const token = typeof accessToken === "function" ? await accessToken() : accessToken;
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "idempotency-key": key,
    };
    if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
    const answer = await send(
      deps,
      {
        url: deps.address,
        method: "POST",
        headers,
        // The id lets an administrator find the post in Parlour's log.
        body: JSON.stringify({ ...event, id: key }),
        isRepeatable: true,
        signal,
      },
      (response) => readJson(response) as Promise<Schemas["BotAccepted"]>,
    );
    return answer.warnings ?? [];
  };
  return {
    id: chatId,
    send: (message, options = {}) =>
      post(
        {
          event: "BOT_MESSAGE",
          chat_id: chatId,
          message: typeof message === "string" ? { type: "TEXT", text: message } : message,
        },
        options,
      ),
    async inviteOperator(options = {}) {
      await post({ event: "INVITE_AGENT", chat_id: chatId }, options);
    },
  };
}
