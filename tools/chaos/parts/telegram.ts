import { setTimeout as pause } from "node:timers/promises";
import type { SentLog } from "../../../packages/testkit/src/index.ts";
import type { Installation } from "../installation.ts";
import {
  compareArrivals,
  findSenderChats,
  type LoadPart,
  type StoredMessages,
} from "./load-part.ts";

/** What a person saw in the Telegram app. Their texts begin with the name. */
export interface TelegramEvidence {
  readonly name: string;
  /** Texts of the operator in the order of their arrival, repeats included. */
  readonly received: readonly string[];
}

const userCount = 2;
const messagePauseMs = 1_000;

/** People who write to a Telegram bot of the account. The operator answers them. */
export function startTelegramPart(
  { services: { telegramBot } }: Installation,
  sentLog: SentLog,
): LoadPart<readonly TelegramEvidence[]> {
  let isWriting = true;
  const users = Array.from({ length: userCount }, (_, n) => ({
    name: `t${n}`,
    user: telegramBot.addUser({ id: 700 + n, first_name: `t${n}` }),
  }));
  const writing = users.map(async ({ name, user }) => {
    const texts: string[] = [];
    sentLog.sent.set(name, texts);
    while (isWriting) {
      const text = `${name} ${texts.length}`;
      texts.push(text);
      user.write(text);
      // Telegram keeps an update until it is fetched, so nothing may be lost.
      sentLog.acknowledged.add(text);
      await pause(messagePauseMs);
    }
  });
  return {
    async stop() {
      isWriting = false;
      await Promise.all(writing);
    },
    isBusy: () => telegramBot.pendingUpdates.length > 0,
    collect: () =>
      users.map(({ name, user }) => ({
        name,
        received: user.received.map(({ text }) => String(text)),
      })),
  };
}

/**
 * Each reply arrives at least once and in order. It can arrive again after an interrupted attempt,
 * because the Bot API has no key for repeats.
 */
export function checkTelegram(
  evidence: readonly TelegramEvidence[],
  stored: StoredMessages,
): readonly string[] {
  return evidence.flatMap(({ name, received }) =>
    findSenderChats(stored, new RegExp(`^${name}$`))
      .flatMap((messages) =>
        compareArrivals(
          messages.flatMap(({ author, text }) => (author.kind === "operator" ? [text] : [])),
          received,
        ),
      )
      .map((finding) => `telegram: ${name}: ${finding}`),
  );
}
