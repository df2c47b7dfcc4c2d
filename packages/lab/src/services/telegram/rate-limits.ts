import { ApiError } from "./api-error.ts";

/** Documented: about a message per second in a chat, with bursts, and 30 of a bot. */
const perChat = { intervalMs: 1_000, burst: 3 };
const perBot = { intervalMs: 1_000 / 30, burst: 30 };
/** Seconds that the API asks a program to wait. */
const retryAfterS = 2;

interface Bucket {
  tokens: number;
  at: number;
}

/** Counts the sent messages of one bot. */
export class RateLimits {
  readonly #now: () => number;
  readonly #chats = new Map<number, Bucket>();
  readonly #bot: Bucket;

  constructor(now: () => number) {
    this.#now = now;
    this.#bot = { tokens: perBot.burst, at: now() };
  }

  /** Counts a message. Throws 429 if there were too many. */
  take(chatId: number): void {
    const chat = this.#chats.get(chatId) ?? { tokens: perChat.burst, at: this.#now() };
    this.#chats.set(chatId, chat);
    if (!this.#spend(chat, perChat) || !this.#spend(this.#bot, perBot))
      throw new ApiError(429, `Too Many Requests: retry after ${retryAfterS}`, {
        retry_after: retryAfterS,
      });
  }

  #spend(bucket: Bucket, { intervalMs, burst }: typeof perChat): boolean {
    const now = this.#now();
    bucket.tokens = Math.min(burst, bucket.tokens + Math.max(now - bucket.at, 0) / intervalMs);
    bucket.at = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
