import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readBody } from "../body.ts";
import { readBotEvent, type Refusal } from "./bot-event.ts";
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
export interface ListenerOptions {
  readonly provider: string;
  readonly token: string;
  readonly accessToken: string | null;
  readonly listenHost: string;
  readonly listenPort: number;
}

/** Serves the provider's address and checks each request by BOT-013, BOT-036, BOT-040 – BOT-043, BOT-073 and BOT-081. Rejects when it cannot listen. */
export async function openBotListener(options: ListenerOptions): Promise<BotListener> {
  const posted: Posted[] = [];
  const chats = new Map<string, { clientId: string; isHandedOver: boolean }>();
  const waiting = new Set<() => void>();
  const mode = options.accessToken === null ? "webhooks" : "providers";
  const path = `/bot/${mode}/${options.provider}/${encodeURIComponent(options.token)}`;

  const server = createServer((request, response) => {
    take(request).then(
      (one) => {
        posted.push(one);
        answer(response, one.refusal);
        for (const look of waiting) look();
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
    const early = refusalOf(request, body);
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

  function refusalOf(request: IncomingMessage, body: string | null): Refusal | null {
    const called = (request.url ?? "/").split("?")[0] ?? "/";
    if (!/^\/bot\/(?:webhooks|providers)\/[^/]+\/[^/]+$/.test(called))
      return { ...bad("BOT-010", `posted to ${called}`, `Post to ${path}, below the address given.`), status: 404, code: "not_found" };
    if (request.method !== "POST") return { ...bad("BOT-081", `method ${request.method}`, "Send POST."), status: 405 };
    if (decodeURIComponent(called.split("/").slice(3).join("/")) !== `${options.provider}/${options.token}`)
      return { ...bad("BOT-010", "another provider id or token in the path", `Post to ${path}.`), status: 401, code: "invalid_client" };
    const wrong = authorizationFault(request, called);
    if (wrong !== null) return { ...wrong, status: 401, code: "unauthorized_client" };
    const type = (request.headers["content-type"] ?? "application/json").split(";")[0]?.trim().toLowerCase() ?? "";
    if (!/^application\/(?:json|[\w.-]+\+json)$/.test(type))
      return { ...bad("BOT-013", `Content-Type ${type}`, "Send application/json."), status: 415 };
    if (body === null || Buffer.byteLength(body) > 262_144) return { ...bad("BOT-013", "a body over 256 KiB", "Send less."), status: 413 };
    return null;
  }

  function authorizationFault(request: IncomingMessage, called: string): Refusal | null {
    const wanted = options.accessToken;
    if (!called.startsWith(`/bot/${mode}/`))
      return bad(
        "BOT-036",
        `posted to ${called.split("/").slice(0, 3).join("/")}/…`,
        wanted === null
          ? "Without authorization only /webhooks/… is valid (give --access-token when the bot uses it)."
          : "With authorization only /providers/… is valid.",
      );
    if (wanted === null) return null;
    const given = (request.headers.authorization ?? "").replace(/^bearer /i, "");
    return given === wanted
      ? null
      : bad("BOT-035", "Authorization is missing or another token", "Send back the access token you were sent.");
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
    address: `http://${host}:${port}${path}`,
    posted,
    open: (chatId, clientId) => void chats.set(chatId, { clientId, isHandedOver: false }),
    handOver(chatId) {
      const chat = chats.get(chatId);
      if (chat !== undefined) chat.isHandedOver = true;
    },
    until: (isDone, ms) =>
      new Promise((resolve) => {
        const end = (held: boolean) => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(held);
        };
        const look = () => {
          if (isDone(posted)) end(true);
        };
        const timer = setTimeout(() => end(false), ms);
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const bad = (rule: string, seen: string, advice: string): Refusal => ({ rule, status: 400, code: "invalid_request", seen, advice });

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
