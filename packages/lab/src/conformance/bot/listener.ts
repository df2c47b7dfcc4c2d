import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readBody } from "../../endpoints/body.ts";
import { createBotEventRefusal, parseBotEvent, type BotEventRefusal } from "./event.ts";
import { getServedPath, validateRequest, type ServedAddress } from "./request.ts";
import { parseReply } from "../json-reply.ts";

/** One request of the bot with its response, in order of arrival. */
export interface PostedEvent {
  readonly event: string;
  readonly chatId: string;
  readonly refusal: BotEventRefusal | null;
  readonly warnings: readonly string[];
  readonly body: string;
}
/** The address that `parlour conformance` serves for the bot (BOT-010, BOT-011). */
export interface BotListener {
  /** The address to configure in the bot instead of Parlour's address. */
  readonly address: string;
  readonly posted: readonly PostedEvent[];
  /** Allows the bot to post in a chat. After `handOver`, messages there are rejected (BOT-073). */
  addChat(chatId: string, clientId: string): void;
  handOver(chatId: string): void;
  /** True when `isDone` returns true for the posted events, or false after `ms`. */
  waitUntil(isDone: (posted: readonly PostedEvent[]) => boolean, ms: number): Promise<boolean>;
  close(): Promise<void>;
}
export interface ListenerOptions extends ServedAddress {
  readonly listenHost: string;
  readonly listenPort: number;
}

/**
 * Serves the address to which the bot posts. Checks each request by BOT-013, BOT-036, BOT-040 –
 * BOT-043, BOT-073 and BOT-081. Rejects if it cannot listen.
 */
export async function startBotListener(options: ListenerOptions): Promise<BotListener> {
  const posted: PostedEvent[] = [];
  const chats = createChatRegistry();
  const waiters = createWaiters();
  const server = createServer((request, response) => {
    readPost(request, options, chats).then(
      (post) => {
        posted.push(post);
        sendAnswer(response, post.refusal);
        waiters.recheck();
      },
      () => response.destroy(),
    );
  });
  const address = await startListening(server, options);
  return {
    address: `${address}${getServedPath(options)}`,
    posted,
    addChat: chats.addChat,
    handOver: chats.handOver,
    waitUntil: (isDone, ms) => waiters.waitUntil(() => isDone(posted), ms),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Starts the server. Resolves with its address, or rejects if it cannot listen. */
async function startListening(
  server: Server,
  { listenHost, listenPort }: ListenerOptions,
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(listenPort, listenHost, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return `http://${listenHost.includes(":") ? `[${listenHost}]` : listenHost}:${port}`;
}

type ChatRegistry = ReturnType<typeof createChatRegistry>;

/** Creates the registry of the bot's chats, with whether the bot may post in each. */
function createChatRegistry() {
  const chats = new Map<string, { clientId: string; isHandedOver: boolean }>();
  return {
    addChat: (chatId: string, clientId: string): void =>
      void chats.set(chatId, { clientId, isHandedOver: false }),
    handOver: (chatId: string): void => {
      const chat = chats.get(chatId);
      if (chat !== undefined) chat.isHandedOver = true;
    },
    findByClient: (client: string) => [...chats].find(([, chat]) => chat.clientId === client)?.[0],
    refusalFor: (event: string, chatId: string): BotEventRefusal | null => {
      const chat = chats.get(chatId);
      if (chat === undefined) return refuseUnknownChat(chatId);
      return chat.isHandedOver && event === "BOT_MESSAGE" ? refuseHandedOverChat() : null;
    },
  };
}

const refuseUnknownChat = (chatId: string): BotEventRefusal => ({
  ...createBotEventRefusal(
    "BOT-083",
    `chat_id ${chatId} was never sent to the bot`,
    "Send back the chat_id of the CLIENT_MESSAGE.",
  ),
  reason: "chat_not_found",
});
const refuseHandedOverChat = (): BotEventRefusal => ({
  ...createBotEventRefusal(
    "BOT-073",
    "BOT_MESSAGE after AGENT_JOINED",
    "After AGENT_JOINED the operator answers: send nothing more.",
  ),
  reason: "chat_handed_over",
});

async function readPost(
  request: IncomingMessage,
  options: ListenerOptions,
  chats: ChatRegistry,
): Promise<PostedEvent> {
  const text = await readBody(request);
  const body = text ?? "";
  const toRefusedPost = (refusal: BotEventRefusal): PostedEvent => ({
    event: "",
    chatId: "",
    warnings: [],
    body,
    refusal,
  });
  const requestRefusal = validateRequest(request, text, options);
  if (requestRefusal !== null) return toRefusedPost(requestRefusal);
  const parsedReply = parseReply(Buffer.from(body));
  if (parsedReply.kind !== "json" || parsedReply.unwrapped)
    return toRefusedPost(
      createBotEventRefusal("BOT-081", "the body is no JSON", "Send JSON in UTF-8."),
    );
  if (parsedReply.repeated.length > 0)
    return toRefusedPost(
      createBotEventRefusal(
        "BOT-081",
        `the key ${parsedReply.repeated[0]} stands twice`,
        "Write each key once.",
      ),
    );
  const botEvent = parseBotEvent(parsedReply.value, chats.findByClient);
  if ("refusal" in botEvent) return toRefusedPost(botEvent.refusal);
  const { event, chatId, warnings } = botEvent;
  return { event, chatId, warnings, body, refusal: chats.refusalFor(event, chatId) };
}

/** Creates the list of pending waits. After each post, their conditions are checked again. */
function createWaiters() {
  const waiting = new Set<() => void>();
  return {
    recheck() {
      for (const check of waiting) check();
    },
    waitUntil: (isDone: () => boolean, ms: number) =>
      new Promise<boolean>((resolve) => {
        const finish = (isMet: boolean) => {
          clearTimeout(timer);
          waiting.delete(check);
          resolve(isMet);
        };
        const check = () => {
          if (isDone()) finish(true);
        };
        const timer = setTimeout(() => finish(false), ms);
        waiting.add(check);
        check();
      }),
  };
}

function sendAnswer(response: ServerResponse, refusal: BotEventRefusal | null): void {
  const body =
    refusal === null
      ? { result: "ok" }
      : {
          error: {
            code: refusal.code,
            message: refusal.seen,
            reason: refusal.reason,
          },
        };
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (refusal?.status === 405) headers["allow"] = "POST";
  if (refusal?.code === "unauthorized_client") headers["www-authenticate"] = "Bearer";
  response.writeHead(refusal?.status ?? 200, headers).end(JSON.stringify(body));
}
