import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { ApiError } from "./api-error.ts";
import { LabBot, type ApiCall, type ChatMessage, type TelegramUser } from "./bot.ts";
import { FaultList } from "../fault-list.ts";
import { applyFault, sendError, type TelegramFault } from "./faults.ts";
import { startLocalServer } from "../local-server.ts";
import { createWaitList } from "../wait-list.ts";
import { methods } from "./methods.ts";
import { addUser, type AppUser } from "./app-user.ts";
import { RateLimits } from "./rate-limits.ts";
import { readInteger, readMethodInput } from "./request.ts";
import { sendMethods } from "./send-methods.ts";
import type { TelegramUpdate } from "./update-queue.ts";
import { WebhookSender, type WebhookSenderOptions } from "./webhook-sender.ts";

export type { ChatMessage } from "./bot.ts";
export type { TelegramFault } from "./faults.ts";
export type { AppUser } from "./app-user.ts";

export interface TelegramServiceOptions extends Partial<WebhookSenderOptions> {
  /** Clock of dates and rate limits in milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number;
  /** Whether messages over the documented rates are answered with 429. Default: true. */
  readonly hasLimits?: boolean;
  /** Called after each request and each change of the updates. */
  readonly onChange?: () => void;
}
/** Identity of a bot. `firstId`: the ids of its messages and updates are higher. */
interface NewBot {
  readonly token?: string;
  readonly user?: Partial<TelegramUser>;
  readonly firstId?: number;
}

/** A bot of the service, as its program and its people see it. */
export interface TelegramBot {
  readonly token: string;
  readonly user: TelegramUser;
  /** Requests of the bot's program, oldest first. */
  readonly calls: readonly ApiCall[];
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
  /** Whether the program waits in getUpdates. */
  readonly isPolled: boolean;
  readonly pendingUpdates: readonly TelegramUpdate[];
  addUser(user: { readonly id: number } & Partial<TelegramUser>): AppUser;
  /** Adds an update with any content, with the next update id. */
  addUpdate(kind: string, content: unknown): TelegramUpdate;
  /** Sends an update again, or one with an id of its own. */
  repeatUpdate(update: TelegramUpdate): void;
  /** Sends the updates of the next answer to getUpdates in reverse order. */
  reverseNextUpdates(): void;
  /** Replaces the bytes of a stored file. Its announced size remains. */
  replaceFile(message: ChatMessage, bytes: Buffer, path?: string): void;
  /** Sets a webhook as another program with the same token would do. */
  setForeignWebhook(url: string): void;
}

/** Telegram's Bot API with any number of bots, as its public documentation describes it. */
export interface TelegramService {
  /** Handles `/bot<token>/<method>` and `/file/bot<token>/<path>`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  addBot(bot?: NewBot): TelegramBot;
  addFault(fault: TelegramFault): void;
  endFaults(): void;
  /** Resolves when the condition is met. Checked after each request and each change. */
  waitUntil(isMet: () => boolean, withinMs?: number): Promise<void>;
  close(): void;
}

/** Creates the service without a server. `startTelegramService` adds one. */
function createTelegramService(options: TelegramServiceOptions = {}): TelegramService {
  const { now = Date.now, hasLimits = true, retryMs = 1_000 } = options;
  const resolveUrl = options.resolveUrl ?? ((url: string) => url);
  const entries = new Map<string, BotEntry>();
  const faults = new FaultList<TelegramFault>();
  const waiting = createWaitList();
  const onChange = (): void => {
    for (const { sender } of entries.values()) sender.send();
    waiting.onChange();
    options.onChange?.();
  };
  return {
    async handle(request, response) {
      await handleRequest({ entries, faults, hasLimits }, request, response);
      onChange();
    },
    addBot({ token = createBotToken(), user, firstId } = {}) {
      const identity = {
        is_bot: true,
        first_name: "Shop",
        username: "shop_bot",
        ...user,
        id: Number(token.split(":")[0]),
      };
      const bot = new LabBot({ token, user: identity, firstId }, { now, onChange });
      const sender = new WebhookSender(bot, { resolveUrl, retryMs });
      entries.set(token, { bot, sender, limits: new RateLimits(now) });
      return describeBot(bot, onChange);
    },
    addFault: (fault) => faults.add(fault),
    endFaults: () => faults.clear(),
    waitUntil: waiting.waitUntil,
    close() {
      for (const { bot, sender } of entries.values()) {
        sender.close();
        bot.updates.close();
      }
    },
  };
}

/** Starts the service on 127.0.0.1. `url` is the value of TELEGRAM_API_URL. */
export async function startTelegramService(
  options: TelegramServiceOptions & { readonly port?: number } = {},
): Promise<
  Omit<TelegramService, "close"> & {
    readonly url: string;
    readonly host: string;
    close(): Promise<void>;
  }
> {
  const service = createTelegramService(options);
  const server = createServer((request, response) => void service.handle(request, response));
  const local = await startLocalServer(server, options.port);
  return {
    ...service,
    ...local,
    close() {
      service.close();
      return local.close();
    },
  };
}

interface BotEntry {
  readonly bot: LabBot;
  readonly sender: WebhookSender;
  readonly limits: RateLimits;
}
interface RequestDeps {
  readonly entries: ReadonlyMap<string, BotEntry>;
  readonly faults: FaultList<TelegramFault>;
  readonly hasLimits: boolean;
}

async function handleRequest(
  deps: RequestDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = decodeURIComponent((request.url ?? "").split("?")[0] ?? "");
  const [, folder, token = "", rest = ""] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(path) ?? [];
  const entry = deps.entries.get(token);
  if (entry === undefined)
    return /^\d+:[\w-]{35}$/.test(token)
      ? sendError(response, 401, "Unauthorized")
      : sendError(response, 404, "Not Found");
  const method = folder === undefined ? rest : "download";
  const input = await readMethodInput(request);
  if (input === null) return sendError(response, 413, "Request Entity Too Large");
  const record = (status: number): void => {
    entry.bot.calls.push({
      method,
      values: input.values,
      files: Object.keys(input.files),
      at: entry.bot.now(),
      status,
    });
  };
  const run = (): Promise<unknown> => runMethod(deps, entry, { method, input, response });
  const fault = deps.faults.take((fault) => (fault.method ?? method) === method);
  if (fault !== null) {
    if (fault.isExecuted === true) await run().catch(() => undefined);
    const status = await applyFault(fault, request, response);
    if (status !== null) return record(status);
  }
  if (folder !== undefined) return record(sendFile(entry.bot, rest, response));
  try {
    const result = await run();
    if (response.destroyed) return;
    record(200);
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ ok: true, result }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    record(error.status);
    sendError(response, error.status, error.message, readRetryAfter(error));
  }
}

async function runMethod(
  { hasLimits }: RequestDeps,
  { bot, limits }: BotEntry,
  {
    method,
    input,
    response,
  }: {
    readonly method: string;
    readonly input: NonNullable<Awaited<ReturnType<typeof readMethodInput>>>;
    readonly response: ServerResponse;
  },
): Promise<unknown> {
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (run === undefined) throw new ApiError(404, "Not Found: method not found");
  if (hasLimits && Object.hasOwn(sendMethods, method))
    limits.take(readInteger(input.values["chat_id"], 0));
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  return await run(bot, input, closed.signal);
}

const readRetryAfter = ({ parameters }: ApiError): number | undefined =>
  typeof parameters?.["retry_after"] === "number" ? parameters["retry_after"] : undefined;

/** Sends a stored file. Returns the status of the response. */
function sendFile(bot: LabBot, path: string, response: ServerResponse): number {
  const file = [...bot.files.values()].find((stored) => stored.path === path);
  if (file === undefined) {
    sendError(response, 404, "Not Found");
    return 404;
  }
  response.writeHead(200, { "content-type": "application/octet-stream" }).end(file.bytes);
  return 200;
}

function describeBot(bot: LabBot, onChange: () => void): TelegramBot {
  return {
    token: bot.token,
    user: bot.user,
    calls: bot.calls,
    get webhookUrl() {
      return bot.webhook?.url ?? null;
    },
    get webhookSecret() {
      return bot.webhook?.secretToken ?? null;
    },
    get isPolled() {
      return bot.updates.isPolled;
    },
    pendingUpdates: bot.updates.pending,
    addUser: (user) => addUser(bot, { is_bot: false, first_name: "Nadia", ...user }),
    addUpdate: (kind, content) => bot.addUpdate(kind, content),
    repeatUpdate: (update) => bot.updates.add(update),
    reverseNextUpdates: () => bot.updates.reverseNext(),
    replaceFile(message, bytes, path) {
      const ids = new Set(JSON.stringify(message).match(/AgAC[\w-]+/g));
      for (const [id, file] of bot.files)
        if (ids.has(id)) bot.files.set(id, { ...file, bytes, path: path ?? file.path });
    },
    setForeignWebhook(url) {
      bot.updates.endPoll("terminated by setWebhook request");
      bot.webhook = { url, secretToken: null, lastErrorAtS: null, lastError: null };
      onChange();
    },
  };
}

export const createBotToken = (): string =>
  `${randomBytes(4).readUInt32BE() + 100_000_000}:${randomBytes(26).toString("base64url")}`;
