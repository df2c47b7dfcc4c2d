import { createHash } from "node:crypto";
import { inviteOperator, type InviteResult } from "../../../core/bot/invite.ts";
import { sendBotMessage, type BotMessageResult } from "../../../core/bot/send-message.ts";
import { isFailure } from "../../../core/failure.ts";
import { baseCommandBytes } from "../../../core/command-size.ts";
import type { Clock, IdempotencyKey, CommandHandler, WriteCommand } from "../../../core/command.ts";
import { parseIdempotencyHeader } from "../../../http/idempotency-key.ts";
import type { Limits } from "../../../limits/index.ts";
import type { BotAddress } from "./address-cache.ts";
import {
  BotRefusalError,
  createInvalidRefusal,
  unknownChatRefusal,
  type BotRefusal,
} from "../responses.ts";
import type { IncomingEvent } from "../format/parse-event.ts";
import { formatWarnings, toWarnings } from "../format/warnings.ts";
import type { RequestRecord } from "./request-record.ts";
import type { RepeatKeys } from "./repeat-keys.ts";
import { acceptTestPost, type TestChatDeps } from "../test-chat.ts";

export interface HandleEventDeps extends TestChatDeps {
  readonly write: WriteCommand;
  readonly store: TestChatDeps["store"] & {
    /** Returns the open chat between this bot connection and the visitor (BOT-025), or null. */
    readonly findChat: (
      account: number,
      botId: number,
      visitorId: number,
    ) => Promise<number | null>;
  };
  /** Returns operators whose presence is online. */
  readonly online: (account: number) => ReadonlySet<number>;
  /** Returns the number of open chats of each operator who has a chat limit (CORE-092). */
  readonly openChats: (account: number) => Promise<ReadonlyMap<number, number>>;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly repeats: RepeatKeys;
}

/**
 * Executes one event of a bot connection. Resolves when the result is durable (BOT-080), to true if
 * the `Idempotency-Key` was used before. A repeat of a request without a response has no second
 * effect (BOT-085). Rejects with BotRefusalError or Refusal.
 */
export async function handleEvent(
  deps: HandleEventDeps,
  bot: BotAddress,
  event: IncomingEvent,
  request: {
    readonly bytes: Buffer;
    readonly key: string | string[] | undefined;
    readonly note: RequestRecord;
    /** Key of a request without an `Idempotency-Key` (BOT-085). Null if it has no event id. */
    readonly repeatKey: IdempotencyKey | null;
  },
): Promise<boolean> {
  const { account, botId } = bot;
  const { note } = request;
  const idempotency = toIdempotencyKey(request, botId);
  if ("test" in event.about) {
    await assertChatRate(deps.limits, botId, 0);
    await acceptTestPost(deps, bot, event, note);
    return false;
  }
  const chat = await resolveChat(deps, bot, event.about);
  note.chatId = chat;
  await assertChatRate(deps.limits, botId, chat);
  const observed: { visitor: number | null } = { visitor: null };
  const decide = await toCommandHandler(deps, bot, event);
  const handler: typeof decide = (context) => {
    observed.visitor = context.visitor?.id ?? null;
    return decide(context);
  };
  const written = await deps.write({
    account,
    subject: { chat },
    handler,
    bytes: baseCommandBytes + request.bytes.length,
    idempotency: idempotency ?? undefined,
  });
  if (event.client !== null && observed.visitor !== null && event.client.id !== observed.visitor)
    note.warnings.push(formatWarnings.otherClient);
  // A repeated request receives the warnings of the first one.
  if (!("outcome" in written.answer)) note.warnings.push(...toWarnings(written.answer));
  return written.replayed && request.key !== undefined;
}

async function resolveChat(
  deps: HandleEventDeps,
  { account, botId }: BotAddress,
  subject: { readonly chat: number } | { readonly client: number },
): Promise<number> {
  const chat =
    "chat" in subject ? subject.chat : await deps.store.findChat(account, botId, subject.client);
  if (chat === null) throw new BotRefusalError(unknownChatRefusal);
  return chat;
}

/** Limits the events per chat (BOT-084). `authorizeRequest` has limited the connection. */
async function assertChatRate(limits: Limits, botId: number, chat: number): Promise<void> {
  const quota = await limits.take("bot_chat", `${botId}:${chat}`);
  if (!quota.ok)
    throw new BotRefusalError(
      createRateLimitRefusal("Too many events in this chat.", quota.retryAfterMs),
    );
}
export function createRateLimitRefusal(message: string, retryAfterMs: number): BotRefusal {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return {
    status: 429,
    code: "too_many_requests",
    message,
    rule: "BOT-084",
    headers: { "retry-after": String(seconds) },
  };
}

async function toCommandHandler(
  deps: HandleEventDeps,
  { account, botId }: BotAddress,
  event: IncomingEvent,
): Promise<CommandHandler<BotMessageResult | InviteResult>> {
  if (event.message !== null) return sendBotMessage({ botId, message: event.message.content });
  return inviteOperator({
    botId,
    online: deps.online(account),
    openChats: await deps.openChats(account),
  });
}

/** Returns the key of the `Idempotency-Key` header (CH-057), or that of a repeat. */
function toIdempotencyKey(
  {
    key,
    bytes,
    repeatKey,
  }: {
    readonly key: string | string[] | undefined;
    readonly bytes: Buffer;
    readonly repeatKey: IdempotencyKey | null;
  },
  botId: number,
): IdempotencyKey | null {
  const headerKey = parseIdempotencyHeader(key);
  if (isFailure(headerKey))
    throw new BotRefusalError(
      createInvalidRefusal(headerKey.message, "Idempotency-Key", "BOT-085"),
    );
  if (headerKey === null) return repeatKey;
  return {
    scope: `bot:${botId}`,
    key: headerKey,
    hash: createHash("sha256").update(bytes).digest(),
  };
}
