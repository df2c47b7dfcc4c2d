import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readBody } from "../body.ts";
import { bad, readBotEvent, type Refusal } from "./bot-event.ts";
import { pathOf, requestFault, type ServedAddress } from "./bot-request.ts";
import { readReply } from "./reply.ts";

/** One request of the bot, in the order of arrival, with what Parlour would have answered. */
export interface Posted {
  readonly event: string;
  readonly chatId: string;
  readonly refusal: Refusal | null;
  readonly warnings: readonly string[];
  readonly body: string;
}
/** The address that conformance serves to the bot (BOT-010, BOT-011). */
export interface BotListener {
  /** What to give to the bot as the address of Parlour. */
  readonly address: string;
  readonly posted: readonly Posted[];
  /** A chat the bot may speak in; `hand over` makes Parlour refuse it (BOT-073). */
  open(chatId: string, clientId: string): void;
  handOver(chatId: string): void;
  /** Resolves when `isDone` holds for what was posted, or after `ms`. True when it held. */
  until(isDone: (posted: readonly Posted[]) => boolean, ms: number): Promise<boolean>;
  close(): Promise<void>;
}
export interface ListenerOptions extends ServedAddress {
  readonly listenHost: string;
  readonly listenPort: number;
}

/** Serves the provider's address and checks each request by BOT-013, BOT-036, BOT-040 – BOT-043, BOT-073 and BOT-081. Rejects when it cannot listen. */
export async function openBotListener(options: ListenerOptions): Promise<BotListener> {
  const posted: Posted[] = [];
  const chats = new Map<string, { clientId: string; isHandedOver: boolean }>();
  const heard = openWaiting();

  const server = createServer((request, response) => {
    take(request).then(
      (one) => {
        posted.push(one);
        answer(response, one.refusal);
        heard.look();
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.listenPort, options.listenHost, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = options.listenHost.includes(":") ? `[${options.listenHost}]` : options.listenHost;

  async function take(request: IncomingMessage): Promise<Posted> {
    const body = await readBody(request);
    const none = { event: "", chatId: "", warnings: [], body: body ?? "" };
    const early = requestFault(request, body, options);
    if (early !== null) return { ...none, refusal: early };
    const read = readReply(Buffer.from(body ?? ""));
    if (read.kind !== "json" || read.unwrapped) return { ...none, refusal: bad("BOT-081", "the body is no JSON", "Send JSON in UTF-8.") };
    if (read.repeated.length > 0)
      return { ...none, refusal: bad("BOT-081", `the key ${read.repeated[0]} stands twice`, "Write each key once.") };
    const taken = readBotEvent(read.value, (client) => [...chats].find(([, chat]) => chat.clientId === client)?.[0]);
    if ("refusal" in taken) return { ...none, refusal: taken.refusal };
    return {
      event: taken.event,
      chatId: taken.chatId,
      warnings: taken.warnings,
      body: body ?? "",
      refusal: chatFault(taken.event, taken.chatId),
    };
  }

  function chatFault(event: string, chatId: string): Refusal | null {
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
  }

  return {
    address: `http://${host}:${port}${pathOf(options)}`,
    posted,
    open: (chatId, clientId) => void chats.set(chatId, { clientId, isHandedOver: false }),
    handOver(chatId) {
      const chat = chats.get(chatId);
      if (chat !== undefined) chat.isHandedOver = true;
    },
    until: (isDone, ms) => heard.until(() => isDone(posted), ms),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Waits for conditions that are looked at again whenever something came. */
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
