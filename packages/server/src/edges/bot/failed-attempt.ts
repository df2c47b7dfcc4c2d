import { handOverAfterFailure } from "../../core/bot/hand-over.ts";
import { markUndelivered } from "../../core/bot/undelivered.ts";
import type { ChatData } from "../../core/event.ts";
import { isDefiniteRefusal } from "../../core/failure.ts";
import type { BotConfig, CommandHandler, WriteCommand } from "../../core/command.ts";
import type { DeliveryNote, AttemptResult } from "../../delivery/index.ts";
import type { Claim } from "../../delivery/queue/index.ts";

/** Start of the time in which a post settles a delivery: after a message, or ms since 1970. */
export type SettlementStart = { readonly afterSeq: number } | { readonly fromMs: number };
/** A post of a bot in a chat, which answers the customer. */
export interface BotAnswer {
  readonly event: "BOT_MESSAGE" | "INVITE_AGENT";
  /** Time of the post, in ms since 1970. */
  readonly at: number;
}
/** Returns the first accepted post of a bot in a chat in this period, or null. */
type FindAnswer = (
  account: number,
  chatId: number,
  botId: number,
  since: SettlementStart,
) => Promise<BotAnswer | null>;
export interface SettleDeps {
  readonly findAnswer: FindAnswer;
  readonly write: WriteCommand;
}
/** A chat and the sequence number of its last message. */
export interface CurrentChat {
  readonly entity: ChatData;
  readonly lastSeq: number;
}

/** Returns the start of that time, or null if no earlier attempt reached the bot. */
export function getSettlementStart(
  { delivery }: Claim,
  { entity }: CurrentChat,
): SettlementStart | null {
  const undelivered = entity.bot?.undelivered;
  if (undelivered?.delivery_id === delivery.id) return { afterSeq: undelivered.after_seq };
  // If the process ended during the first attempt, the chat has no `undelivered` data.
  const isInterrupted = delivery.attempts > 0 && delivery.outcome === "interrupted";
  return isInterrupted && delivery.anchorAt !== null ? { fromMs: delivery.anchorAt } : null;
}

/**
 * Returns the note for the delivery log if a post settled the delivery before its next attempt
 * (BOT-055), or null.
 */
export async function findEarlierAnswer(
  deps: SettleDeps,
  claim: Claim,
  bot: BotConfig,
  chat: CurrentChat,
): Promise<DeliveryNote | null> {
  if (!bot.answersSettle) return null;
  const since = getSettlementStart(claim, chat);
  if (since === null) return null;
  const answer = await deps.findAnswer(claim.account, chat.entity.id, bot.id, since);
  return answer === null ? null : createSettledNote(answer, "The earlier attempts failed.");
}

export interface FailedAttemptContext {
  readonly bot: BotConfig;
  readonly chat: CurrentChat;
  readonly since: SettlementStart | null;
}
/**
 * Handles a failed attempt of a customer message. A post of the bot since the first attempt settles
 * the delivery (BOT-055). Otherwise the chat goes to operators after the last attempt (BOT-053).
 * `since` is null if no attempt reached the bot.
 *
 * Any node may accept a post while this function runs. Therefore the chat is changed first
 * (`markUndelivered`). The second query finds a post before that change. A later post changes the
 * chat, so the hand-over detects it. The function may run twice.
 */
export async function handleFailedAttempt(
  deps: SettleDeps,
  claim: Claim,
  { verdict, state, reply }: AttemptResult,
  { bot, chat, since }: FailedAttemptContext,
): Promise<DeliveryNote | null> {
  const { account, delivery } = claim;
  const chatId = chat.entity.id;
  const isOver = state === "failed" || state === "dead";
  const outcome = { botId: bot.id, outcome: verdict.outcome, status: reply?.status ?? null };
  const write = async <A>(handler: CommandHandler<A>): Promise<A | null> =>
    writeUnlessRefused(deps.write, account, chatId, handler);
  if (since === null || !bot.answersSettle) {
    if (isOver) await write(handOverAfterFailure(outcome));
    return null;
  }
  const reason = verdict.error?.message ?? "";
  const find = async (): Promise<DeliveryNote | null> => {
    const answer = await deps.findAnswer(account, chatId, bot.id, since);
    return answer === null ? null : createSettledNote(answer, reason);
  };
  const earlier = await find();
  if (earlier !== null) return earlier;
  const afterSeq = "afterSeq" in since ? since.afterSeq : chat.lastSeq;
  await write(markUndelivered({ botId: bot.id, deliveryId: delivery.id, afterSeq }));
  const meanwhile = await find();
  if (meanwhile !== null) return meanwhile;
  if (!isOver) return null;
  const handOver = await write(handOverAfterFailure({ ...outcome, deliveryId: delivery.id }));
  return handOver !== null && handOver.answered === true ? find() : null;
}

/**
 * Returns the result of the write, or null if the write was refused. Rejects if the database is
 * unavailable. The attempt is then not reported and runs again.
 */
async function writeUnlessRefused<A>(
  write: WriteCommand,
  account: number,
  chat: number,
  handler: CommandHandler<A>,
): Promise<A | null> {
  try {
    return (await write({ account, subject: { chat }, handler })).answer;
  } catch (error) {
    if (!isDefiniteRefusal(error)) throw error;
    return null;
  }
}

/** Code in the delivery log for a delivery that a post of the bot settled. */
const answeredByPostCode = "answered_by_post";
function createSettledNote({ event, at }: BotAnswer, reason: string): DeliveryNote {
  const message = `${reason === "" ? "" : `${reason} `}${event} for this chat was accepted at ${new Date(at).toISOString()}, so this counts as delivered.`;
  return { code: answeredByPostCode, message, settles: true };
}
