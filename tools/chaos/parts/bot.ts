import { setTimeout as pause } from "node:timers/promises";
import {
  startLoad,
  type ReceivedRequest,
  type SentLog,
} from "../../../packages/testkit/src/index.ts";
import type { Installation } from "../installation.ts";
import {
  compareArrivals,
  countTexts,
  findSenderChats,
  type LoadPart,
  type StoredMessages,
} from "./load-part.ts";

/** What the bot of the load received and sent. */
export interface BotEvidence {
  /** Texts of visitors in the order of their arrival, repeats included. */
  readonly questions: readonly string[];
  /** Questions whose answer was acknowledged. */
  readonly answered: readonly string[];
  /** Status of each answer that was refused, with its question. */
  readonly refused: readonly string[];
}

const senderCount = 2;
const senders = /^b\d+$/;
const retryMs = 200;
const responseTimeoutMs = 20_000;
const formatAnswer = (question: string): string => `answer to ${question}`;

/** Customers of a channel with a bot, which answers each message once. */
export function startBotPart(
  { services: { botProvider }, botInboundUrl, botAnswerUrl, origin, answering }: Installation,
  sentLog: SentLog,
): LoadPart<BotEvidence> {
  const answered: string[] = [];
  const refused: string[] = [];
  const pending = new Set<string>();
  const seen = new Set<string>();
  /** Repeats the same bytes with the same key until the answer is stored or refused. */
  const answer = async (id: string, chatId: string, question: string): Promise<void> => {
    const message = { type: "TEXT", text: formatAnswer(question), timestamp: 1_763_620_802 };
    const body = JSON.stringify({ event: "BOT_MESSAGE", id, chat_id: chatId, message });
    for (;;) {
      const status = await postAnswer(botAnswerUrl, id, body);
      if (status === 200) answered.push(question);
      else if (status >= 400 && status < 500 && status !== 429)
        refused.push(`${question}: ${status}`);
      else {
        await pause(retryMs);
        continue;
      }
      pending.delete(id);
      return;
    }
  };
  botProvider.respondWith(({ body: { event, id, chat_id, message } }) => {
    if (event !== "CLIENT_MESSAGE" || message === undefined || seen.has(id)) return "ok";
    seen.add(id);
    pending.add(id);
    void answer(id, chat_id, message.text);
    return "ok";
  });
  const load = startLoad(
    {
      inboundUrl: botInboundUrl,
      api: `${origin}/api/v1`,
      key: answering.key,
      senders: senderCount,
      prefix: "b",
      pauseMs: 1_000,
      answers: null,
    },
    sentLog,
  );
  return {
    async stop() {
      await load.stop();
    },
    isBusy: () => pending.size > 0,
    collect: () => ({
      questions: botProvider.events.flatMap(({ body: { event, message } }) =>
        event === "CLIENT_MESSAGE" && message !== undefined ? [message.text] : [],
      ),
      answered,
      refused,
    }),
  };
}

/** Returns the status, or 0 if no response arrived. */
async function postAnswer(url: string, key: string, body: string): Promise<number> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "idempotency-key": key },
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/**
 * Each message of a bot's chat reaches the bot in order, its answers are stored once, and the
 * customer receives each of them.
 */
export function checkBot(
  { questions, answered, refused }: BotEvidence,
  stored: StoredMessages,
  received: readonly Pick<ReceivedRequest, "body">[],
): readonly string[] {
  const chats = findSenderChats(stored, senders);
  const answers = countTexts(
    chats.flat().flatMap(({ author, text }) => (author.kind === "bot" ? [text] : [])),
  );
  const delivered = countTexts(
    received.map(({ body }) => (JSON.parse(body) as { message: { text: string } }).message.text),
  );
  return [
    ...refused.map((question) => `the answer to ${question} was refused`),
    ...chats.flatMap((messages) =>
      compareArrivals(
        messages.flatMap(({ author, text }) => (author.kind === "visitor" ? [text] : [])),
        questions,
      ),
    ),
    ...answered
      .map(formatAnswer)
      .filter((text) => answers.get(text) !== 1)
      .map((text) => `${text} is stored ${answers.get(text) ?? 0} times`),
    ...[...answers.keys()]
      .filter((text) => !delivered.has(text))
      .map((text) => `${text} never reached the customer`),
  ].map((finding) => `bot: ${finding}`);
}
