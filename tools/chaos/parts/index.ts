import type { ReceivedRequest, SentLog } from "../../../packages/testkit/src/index.ts";
import type { Installation } from "../installation.ts";
import { checkBot, startBotPart, type BotEvidence } from "./bot.ts";
import type { LoadPart, StoredMessages } from "./load-part.ts";
import { checkOffers, startOffersPart, type OfferEvidence } from "./offers.ts";
import { checkTelegram, startTelegramPart, type TelegramEvidence } from "./telegram.ts";
import { checkTimers, startTimersPart } from "./timers.ts";
import { checkWebhook, readWebhookRecords, type WebhookRecord } from "./webhook.ts";

/** What the parts of the load recorded. */
export interface PartsEvidence {
  readonly webhook: readonly WebhookRecord[];
  readonly bot: BotEvidence;
  readonly telegram: readonly TelegramEvidence[];
  readonly offers: readonly OfferEvidence[];
}

/** Starts the parts of the load. */
export function startParts(installation: Installation, sentLog: SentLog): LoadPart<PartsEvidence> {
  const bot = startBotPart(installation, sentLog);
  const telegram = startTelegramPart(installation, sentLog);
  const offers = startOffersPart(installation, sentLog);
  const timers = startTimersPart(installation, sentLog);
  const parts: readonly LoadPart<unknown>[] = [bot, telegram, offers, timers];
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
    isBusy: () => parts.some((part) => part.isBusy()),
    collect: () => ({
      webhook: readWebhookRecords(installation.services.webhook),
      bot: bot.collect(),
      telegram: telegram.collect(),
      offers: offers.collect(),
    }),
  };
}

/** Returns one sentence for each promise that the evidence of the parts contradicts. */
export function checkParts(
  { webhook, bot, telegram, offers }: PartsEvidence,
  stored: StoredMessages,
  received: readonly Pick<ReceivedRequest, "body">[],
): readonly string[] {
  return [
    ...checkWebhook(webhook, stored),
    ...checkBot(bot, stored, received),
    ...checkTelegram(telegram, stored),
    ...checkOffers(offers, stored),
    ...checkTimers(stored),
  ];
}
