import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readBody } from "../body.ts";
import { bad, readBotEvent, type Refusal } from "./bot-event.ts";
import { pathOf, requestFault, type ServedAddress } from "./bot-request.ts";
import { readReply } from "./reply.ts";

/** One request of the bot, in order of arrival, with the response of Parlour. */
export interface Posted {
  readonly event: string;
  readonly chatId: string;
  readonly refusal: Refusal | null;
  readonly warnings: readonly string[];
  readonly body: string;
}
/** The address that conformance serves for the bot (BOT-010, BOT-011). */
export interface BotListener {
  /** The address to enter in the bot as Parlour's address. */
  readonly address: string;
  readonly posted: readonly Posted[];
  /** Allows the bot to post in a chat. After `handOver`, messages there are rejected (BOT-073). */
  open(chatId: string, clientId: string): void;
  handOver(chatId: string): void;
  /**
   * Resolves when `isDone` is true for the posted events, or after `ms`. The result is whether it
   * was true.
   */
  until(isDone: (posted: readonly Posted[]) => boolean, ms: number): Promise<boolean>;
  close(): Promise<void>;
}
export interface ListenerOptions extends ServedAddress {
  readonly listenHost: string;
  readonly listenPort: number;
}

/**
 * Serves the provider's address and checks each request by BOT-013, BOT-036, BOT-040 – BOT-043,
 * BOT-073 and BOT-081. Rejects if it cannot listen.
 */
export async function openBotListener(options: ListenerOptions): Promise<BotListener> {
  const posted: Posted[] = [];
  const chats = openChats();
  const heard = openWaiting();
  const server = createServer((request, response) => {
    postedIn(request, options, chats).then(
      (one) => {
        posted.push(one);
        answer(response, one.refusal);
        heard.look();
      },
      () => response.destroy(),
    );
  });
  const address = await listening(server, options);
  return {
    address: `${address}${pathOf(options)}`,
    posted,
    open: chats.open,
    handOver: chats.handOver,
    until: (isDone, ms) => heard.until(() => isDone(posted), ms),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Resolves with the server's address. Rejects if it cannot listen. */
async function listening(server: Server, { listenHost: host, listenPort }: ListenerOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(listenPort, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

type Chats = ReturnType<typeof openChats>;

/** Creates the registry of chats that were sent to the bot, and whether it may post in them. */
function openChats() {
  const chats = new Map<string, { clientId: string; isHandedOver: boolean }>();
  return {
    open: (chatId: string, clientId: string): void => void chats.set(chatId, { clientId, isHandedOver: false }),
    handOver: (chatId: string): void => {
      const chat = chats.get(chatId);
      if (chat !== undefined) chat.isHandedOver = true;
    },
    of: (client: string) => [...chats].find(([, chat]) => chat.clientId === client)?.[0],
    fault: (event: string, chatId: string): Refusal | null => {
      const chat = chats.get(chatId);
      if (chat === undefined)
        return {
          ...bad("BOT-083", `chat_id ${chatId} was never sent to the bot`, "Send back the chat_id of the CLIENT_MESSAGE."),
          reason: "chat_not_found",
        };
      if (chat.isHandedOver && event === "BOT_MESSAGE")
        return {
          ...bad("BOT-073", "BOT_MESSAGE after AGENT_JOINED", "After AGENT_JOINED the operator answers: send nothing more."),
          reason: "chat_handed_over",
        };
      return null;
    },
  };
}

async function postedIn(request: IncomingMessage, options: ListenerOptions, chats: Chats): Promise<Posted> {
  const text = await readBody(request);
  const body = text ?? "";
  const refused = (refusal: Refusal): Posted => ({ event: "", chatId: "", warnings: [], body, refusal });
  const early = requestFault(request, text, options);
  if (early !== null) return refused(early);
  const read = readReply(Buffer.from(body));
  if (read.kind !== "json" || read.unwrapped) return refused(bad("BOT-081", "the body is no JSON", "Send JSON in UTF-8."));
  if (read.repeated.length > 0) return refused(bad("BOT-081", `the key ${read.repeated[0]} stands twice`, "Write each key once."));
  const taken = readBotEvent(read.value, chats.of);
  if ("refusal" in taken) return refused(taken.refusal);
  const { event, chatId, warnings } = taken;
  return { event, chatId, warnings, body, refusal: chats.fault(event, chatId) };
}

/** Creates waiters whose conditions are checked again after each post. */
function openWaiting() {
  const waiting = new Set<() => void>();
  return {
    look() {
      for (const look of waiting) look();
    },
    until: (isDone: () => boolean, ms: number) =>
      new Promise<boolean>((resolve) => {
        const end = (held: boolean) => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(held);
        };
        const look = () => {
          if (isDone()) end(true);
        };
        const timer = setTimeout(() => end(false), ms);
        waiting.add(look);
        look();
      }),
  };
}

function answer(response: ServerResponse, refusal: Refusal | null): void {
  const body =
    refusal === null
      ? { result: "ok" }
      : { error: { code: refusal.code, message: refusal.seen, ...(refusal.reason === undefined ? {} : { reason: refusal.reason }) } };
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (refusal?.status === 405) headers["allow"] = "POST";
  if (refusal?.code === "unauthorized_client") headers["www-authenticate"] = "Bearer";
  response.writeHead(refusal?.status ?? 200, headers).end(JSON.stringify(body));
}
