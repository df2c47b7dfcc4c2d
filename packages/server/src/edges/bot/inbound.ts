import { createHash } from "node:crypto";
import { inviteOperator } from "../../core/bot/invite.ts";
import { sendBotMessage, type BotMessageResult } from "../../core/bot/send-message.ts";
import { isFailure } from "../../core/failure.ts";
import type { Clock, IdempotencyKey, CommandHandler, WriteCommand } from "../../core/command.ts";
import { idempotencyKey } from "../../http/idempotency-key.ts";
import { JsonFault, isJsonObject, readJson } from "../../http/json.ts";
import type { Limits } from "../../limits/index.ts";
import type { BotAddress } from "./address.ts";
import { BotFault, invalid, unknownChat, type BotRefusal } from "./answer.ts";
import { eventName, incoming, isTestEvent, type Incoming } from "./format/incoming.ts";
import type { Warning } from "./format/message.ts";
import { warnings, warningsOf } from "./format/warnings.ts";
import type { Received } from "./received.ts";
import type { Repeatable, Repeats } from "./repeats.ts";
import { acceptTestPost, type TestChatDeps } from "./test-chat.ts";

export interface InboundDeps extends TestChatDeps {
  readonly write: WriteCommand;
  /** Returns the open chat of this connection with the visitor (BOT-025). Null if there is none. */
  readonly findChat: (account: number, botId: number, visitorId: number) => Promise<number | null>;
  /** Returns operators whose presence is online. */
  readonly online: (account: number) => ReadonlySet<number>;
  /** Returns the number of open chats of each operator with a limit (CORE-092). */
  readonly openChats: (account: number) => Promise<ReadonlyMap<number, number>>;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly repeats: Repeats;
}

/**
 * Parses a body as one event and adds warnings to `record` (BOT-013). `checkConflict` returns a
 * refusal if the event contains a credential (BOT-082).
 */
export function readEvent(bytes: Buffer, note: Received, severalIf: (inBody: boolean) => BotRefusal | null): Incoming {
  const body = parse(bytes, note.warnings);
  const several = severalIf(isJsonObject(body) && Object.hasOwn(body, "access_token"));
  if (several !== null) throw new BotFault(several);
  note.isTest = isTestEvent(body);
  note.event = eventName(body);
  const event = incoming(body);
  if ("status" in event) throw new BotFault(event);
  note.id = event.id;
  if ("chat" in event.about) note.chatId = event.about.chat;
  if (event.message !== null) {
    note.sentAt = event.message.sentAt;
    note.warnings.push(...event.message.warnings);
  }
  return event;
}

/**
 * Executes one event of a connection and resolves when it is durable (BOT-080). Returns true if the
 * `Idempotency-Key` was used before. A repeat of a request without a response has no second effect
 * (BOT-085). Rejects with BotRefusalError or Refusal.
 */
export async function carryOut(
  deps: InboundDeps,
  bot: BotAddress,
  event: Incoming,
  request: {
    readonly bytes: Buffer;
    readonly key: string | string[] | undefined;
    readonly note: Received;
    readonly repeatable: Repeatable | null;
  },
): Promise<boolean> {
  const { account, botId } = bot;
  const { note } = request;
  const idempotency = keyOf(request, botId);
  if ("test" in event.about) {
    throttle(deps.limits, botId, 0);
    await acceptTestPost(deps, bot, event, note);
    return false;
  }
  const chat = await chatOf(deps, bot, event.about);
  note.chatId = chat;
  throttle(deps.limits, botId, chat);
  const seen: { visitor: number | null } = { visitor: null };
  const decide = await verbOf(deps, bot, event);
  const verb: CommandHandler = (scene) => {
    seen.visitor = scene.visitor?.id ?? null;
    return decide(scene);
  };
  const written = await deps.write({ account, subject: { chat }, handler: verb, ...(idempotency === null ? {} : { idempotency }) });
  if (event.client !== null && seen.visitor !== null && event.client.id !== seen.visitor) note.warnings.push(warnings.otherClient);
  // A repeat receives the warnings of the first request.
  if (event.message !== null) note.warnings.push(...warningsOf(JSON.parse(written.answer) as BotMessageResult));
  return written.replayed && request.key !== undefined;
}

function parse(bytes: Buffer, noted: Warning[]): unknown {
  try {
    return readJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonFault) || error.kind !== "encoding") throw error;
    noted.push(warnings.notUtf8);
    return readJson(Buffer.from(bytes.toString("latin1"), "utf8"));
  }
}

async function chatOf(
  deps: InboundDeps,
  { account, botId }: BotAddress,
  about: { readonly chat: number } | { readonly client: number },
): Promise<number> {
  const chat = "chat" in about ? about.chat : await deps.findChat(account, botId, about.client);
  if (chat === null) throw new BotFault(unknownChat);
  return chat;
}

/**
 * BOT-084: limits events per chat. The limit of the connection was consumed in `authorizeRequest`.
 */
function throttle(limits: Limits, botId: number, chat: number): void {
  const taken = limits.take("bot_chat", `${botId}:${chat}`);
  if (!taken.ok) throw new BotFault(tooMany("Too many events in this chat.", taken.retryAfterMs));
}
export function tooMany(message: string, retryAfterMs: number): BotRefusal {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return { status: 429, code: "too_many_requests", message, rule: "BOT-084", headers: { "retry-after": String(seconds) } };
}

async function verbOf(deps: InboundDeps, { account, botId }: BotAddress, event: Incoming): Promise<CommandHandler> {
  if (event.message !== null) return sendBotMessage({ botId, message: event.message.said });
  return inviteOperator({ botId, online: deps.online(account), openChats: await deps.openChats(account) });
}

/**
 * CH-057 for bots. Without the header, a generated key lets a repeat after an unknown outcome find
 * the first request.
 */
function keyOf(
  {
    key,
    bytes,
    repeatable,
  }: { readonly key: string | string[] | undefined; readonly bytes: Buffer; readonly repeatable: Repeatable | null },
  botId: number,
): IdempotencyKey | null {
  const hash = (): Uint8Array => createHash("sha256").update(bytes).digest();
  const given = idempotencyKey(key);
  if (isFailure(given)) throw new BotFault(invalid(given.message, "Idempotency-Key", "BOT-085"));
  if (given !== null) return { scope: `bot:${botId}`, key: given, hash: hash() };
  return repeatable === null ? null : { scope: `bot-repeat:${botId}`, key: repeatable.key, hash: hash() };
}
