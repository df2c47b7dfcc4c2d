import { setTimeout as pause } from "node:timers/promises";
import type { Chat, Message } from "@parlour/protocol";
import type { ReceivedRequest } from "./external/integrator.ts";

/**
 * The sent and acknowledged messages, recorded for crash tests (reliability.md 4.1). The record is
 * kept in a process that is not killed.
 */
export interface SentLog {
  /** Texts of customers by sender, in the order in which they were sent. */
  readonly sent: Map<string, string[]>;
  readonly acknowledged: Set<string>;
  /**
   * Messages that were sent once, and whose sender went on without a response. They may be stored
   * at any later time, or not at all.
   */
  readonly abandoned: Set<string>;
  /** Ids of acknowledged operator messages by client id. */
  readonly replies: Map<string, number>;
}
export function createSentLog(): SentLog {
  return { sent: new Map(), acknowledged: new Set(), abandoned: new Set(), replies: new Map() };
}

export interface LoadOptions {
  readonly inboundUrl: string;
  readonly api: string;
  readonly key: string;
  readonly senders: number;
  /** Prefix of the customers' ids. Default: `c`. */
  readonly prefix?: string;
  /** Pause of each sender between two messages, milliseconds. */
  readonly pauseMs: number;
  /** Whether the operator answers a chat. Null: no operator answers. Default: all chats. */
  readonly answers?: ((chat: Chat) => boolean) | null;
  /** Called for each acknowledged message: a customer's text, or a reply's client id. */
  readonly onAcknowledged?: (
    acknowledgement: { readonly text: string } | { readonly clientId: string },
  ) => void;
}
export interface RunningLoad {
  /** Stops all senders. Resolves with the number of acknowledged messages. */
  stop(): Promise<number>;
  /** Returns the number of acknowledged messages so far. */
  count(): number;
  /** Resolves when `count` messages in total have been acknowledged. */
  waitForCount(count: number): Promise<void>;
}

/**
 * Sends messages as customers and replies as an operator until stopped. Every second message has an
 * Idempotency-Key and is repeated until it is acknowledged (F01, F04). The others are sent once.
 */
export function startLoad(options: LoadOptions, sentLog: SentLog): RunningLoad {
  let running = true;
  let count = 0;
  const waiting = new Set<() => void>();
  const recordAcknowledged = (text: string): void => {
    sentLog.acknowledged.add(text);
    options.onAcknowledged?.({ text });
    count++;
    for (const findLostMessages of waiting) findLostMessages();
  };
  const senders = Array.from({ length: options.senders }, (_, i) =>
    runCustomer(`${options.prefix ?? "c"}${i}`),
  );
  const { answers = () => true } = options;
  const operator = answers === null ? Promise.resolve() : answerChats(answers);
  return {
    async stop() {
      running = false;
      await Promise.all([...senders, operator]);
      return count;
    },
    count: () => count,
    waitForCount: (targetCount) =>
      new Promise((resolve) => {
        const findLostMessages = (): void => {
          if (count < targetCount) return;
          waiting.delete(findLostMessages);
          resolve();
        };
        waiting.add(findLostMessages);
        findLostMessages();
      }),
  };

  async function runCustomer(id: string): Promise<void> {
    const sentTexts = sentLog.sent.get(id) ?? [];
    sentLog.sent.set(id, sentTexts);
    while (running) {
      const text = `${id} ${sentTexts.length}`;
      const key = sentTexts.length % 2 === 0 ? `k ${text}` : null;
      sentTexts.push(text);
      const body = JSON.stringify({ sender: { id, name: id }, message: { type: "text", text } });
      for (;;) {
        const status = await post(
          options.inboundUrl,
          body,
          key === null ? {} : { "idempotency-key": key.replace(/ /g, "-") },
        );
        if (status === 200) {
          recordAcknowledged(text);
          break;
        }
        if (key === null || !running) {
          sentLog.abandoned.add(text);
          break;
        }
        await pause(retryDelayMs);
      }
      await pause(options.pauseMs);
    }
  }

  /**
   * Replies in the account's chats, one chat after the other. Repeats a reply with its client id
   * until it is acknowledged.
   */
  async function answerChats(answers: (chat: Chat) => boolean): Promise<void> {
    const headers = { authorization: `Bearer ${options.key}` };
    for (let n = 0; running; n++) {
      const page = await get<{ items: Chat[] }>(`${options.api}/chats?limit=50`, headers);
      const chats = page?.items.filter(answers) ?? [];
      const chat = chats[n % Math.max(chats.length, 1)];
      if (!chat) {
        await pause(50);
        continue;
      }
      if (chat.state === "waiting")
        await post(`${options.api}/chats/${chat.id}/accept`, "{}", headers);
      const clientId = `r${sentLog.replies.size}-${n}-${chat.id}`;
      while (running) {
        const createdMessage = await send<Message>(
          `${options.api}/chats/${chat.id}/messages`,
          { kind: "text", text: `reply ${clientId}`, client_id: clientId },
          headers,
        );
        if (createdMessage !== null) {
          sentLog.replies.set(clientId, createdMessage.id);
          options.onAcknowledged?.({ clientId });
          break;
        }
        await pause(retryDelayMs);
      }
      await pause(options.pauseMs);
    }
  }
}

export interface LoadFindings {
  /** Messages that were acknowledged but not stored. */
  readonly lost: string[];
  /** Messages that were stored more than once. */
  readonly duplicates: string[];
  /** Messages that were stored but never sent, or delivered but not stored. */
  readonly phantoms: string[];
  /** Messages that were stored after a later one of their sender, except for abandoned ones. */
  readonly outOfOrder: string[];
  /** Chats whose sequence numbers are not 1, 2, 3 and so on. */
  readonly gaps: string[];
  /** Acknowledged replies that the integrator did not receive, or received with another id. */
  readonly undelivered: string[];
}

/** Returns the findings of a run without losses. */
export const createFindings = (): LoadFindings => ({
  lost: [],
  duplicates: [],
  phantoms: [],
  outOfOrder: [],
  gaps: [],
  undelivered: [],
});

/**
 * Compares the stored and received messages with those that were sent. `stored` contains all
 * messages of each chat, in order of `seq`.
 */
export function findLostMessages(
  sentLog: SentLog,
  stored: ReadonlyMap<number, readonly Message[]>,
  received: readonly ReceivedRequest[],
): LoadFindings {
  const findings = createFindings();
  const storedCounts = new Map<string, number>();
  const sentTexts = new Set([...sentLog.sent.values()].flat());
  const textById = new Map([...stored.values()].flat().map(({ id, text }) => [id, text]));
  for (const [chat, messages] of stored) {
    messages.forEach((message, i) => {
      if (message.seq !== i + 1)
        findings.gaps.push(`chat ${chat}: seq ${message.seq} at place ${i + 1}`);
    });
    for (const { author, text } of messages)
      if (author.kind === "operator") storedCounts.set(text, (storedCounts.get(text) ?? 0) + 1);
    const lastNumbers = new Map<string, number>();
    for (const { author, text } of messages.filter((m) => m.author.kind === "visitor")) {
      storedCounts.set(text, (storedCounts.get(text) ?? 0) + 1);
      if (!sentTexts.has(text)) findings.phantoms.push(text);
      const [sender = "", n = "0"] = text.split(" ");
      if (sentLog.abandoned.has(text)) continue;
      if (Number(n) < (lastNumbers.get(sender) ?? -1))
        findings.outOfOrder.push(`${author.name}: ${text}`);
      lastNumbers.set(sender, Number(n));
    }
  }
  for (const text of sentLog.acknowledged) if (!storedCounts.has(text)) findings.lost.push(text);
  for (const [clientId, id] of sentLog.replies)
    if (textById.get(id) !== `reply ${clientId}`) findings.lost.push(`reply ${clientId}`);
  for (const [text, times] of storedCounts)
    if (times > 1) findings.duplicates.push(`${text} × ${times}`);
  const deliveredIds = new Map<string, Set<string>>();
  for (const { body } of received) {
    const { message } = JSON.parse(body) as {
      message: { type: string; id?: string; text?: string };
    };
    if (message.type !== "text") continue;
    if (!textById.has(Number(message.id))) findings.phantoms.push(`delivered: ${message.text}`);
    const ids = deliveredIds.get(message.text ?? "") ?? new Set();
    deliveredIds.set(message.text ?? "", ids.add(message.id ?? ""));
  }
  for (const [clientId, id] of sentLog.replies) {
    const ids = deliveredIds.get(`reply ${clientId}`);
    if (!ids?.has(String(id)) || ids.size !== 1)
      findings.undelivered.push(
        `${clientId}: ${ids === undefined ? "never" : [...ids].join(" and ")}`,
      );
  }
  return findings;
}

/** Reads all messages of all chats of the account over the API. */
export async function readStoredMessages(
  api: string,
  key: string,
): Promise<Map<number, Message[]>> {
  const headers = { authorization: `Bearer ${key}` };
  const stored = new Map<number, Message[]>();
  let cursor: string | null = null;
  do {
    const page: { items: Chat[]; next_cursor: string | null } | null = await get(
      `${api}/chats?limit=200${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
      headers,
    );
    if (page === null) throw new Error("the API does not answer");
    for (const chat of page.items) {
      const messages: Message[] = [];
      for (let hasMore = true; hasMore;) {
        const messagePage: { items: Message[] } | null = await get(
          `${api}/chats/${chat.id}/messages?after=${messages.length}&limit=200`,
          headers,
        );
        if (messagePage === null) throw new Error("the API does not answer");
        messages.push(...messagePage.items);
        hasMore = messagePage.items.length > 0;
      }
      stored.set(chat.id, messages);
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  return stored;
}

/**
 * Maximum wait for the response of a slow process, milliseconds. A killed process closes its
 * connections, so this wait does not apply to it.
 */
const responseTimeoutMs = 20_000;
/** Delay before the next attempt after a request without a response, milliseconds. */
const retryDelayMs = 50;

/** Returns the status, or 0 if no response arrived. */
async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
async function send<T>(
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<T | null> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    const parsed: unknown = await response.json();
    return response.status === 200 || response.status === 201 ? (parsed as T) : null;
  } catch {
    return null;
  }
}
async function get<T>(url: string, headers: Record<string, string>): Promise<T | null> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(responseTimeoutMs) });
    return response.status === 200 ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}
