import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { LabBot } from "./bot.ts";
import type { TelegramUpdate } from "./update-queue.ts";

export interface WebhookSenderOptions {
  /** Returns the address to call for a webhook's URL, so that a lab reaches https addresses. */
  readonly resolveUrl: (url: string) => string;
  /** Delay in milliseconds before a failed update is sent again. It doubles up to 16 times. */
  readonly retryMs: number;
}
const timeoutMs = 60_000;
const maxRetryFactor = 16;

/** As the Bot API: those of one chat in order, those of different chats concurrently. */
export class WebhookSender {
  readonly #bot: LabBot;
  readonly #options: WebhookSenderOptions;
  /** Chats whose first update is being sent or waits for its retry. */
  readonly #busy = new Set<unknown>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stop = new AbortController();

  constructor(bot: LabBot, options: WebhookSenderOptions) {
    this.#bot = bot;
    this.#options = options;
  }

  /** Sends all updates that can be sent now. */
  send(): void {
    if (this.#bot.webhook === null || this.#stop.signal.aborted) return;
    for (const update of this.#bot.updates.pending) {
      const chat = findChatId(update);
      if (this.#busy.has(chat)) continue;
      this.#busy.add(chat);
      void this.#sendUntilAccepted(update, chat, 1);
    }
  }

  close(): void {
    this.#stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #sendUntilAccepted(update: TelegramUpdate, chat: unknown, factor: number): Promise<void> {
    const failure = await this.#post(update);
    const { webhook, updates } = this.#bot;
    if (failure === null || webhook === null || !updates.pending.includes(update)) {
      this.#busy.delete(chat);
      if (failure === null) updates.remove(update);
      return this.send();
    }
    webhook.lastErrorAtS = this.#bot.nowS();
    webhook.lastError = failure;
    if (this.#stop.signal.aborted) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#sendUntilAccepted(update, chat, Math.min(factor * 2, maxRetryFactor));
    }, this.#options.retryMs * factor);
    this.#timers.add(timer);
  }

  /** Posts one update. Resolves with null, or with the reason as getWebhookInfo shows it. */
  async #post(update: TelegramUpdate): Promise<string | null> {
    const { webhook } = this.#bot;
    if (webhook === null) return "Webhook was deleted";
    try {
      const response = await fetch(this.#options.resolveUrl(webhook.url), {
        method: "POST",
        body: JSON.stringify(update),
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          ...omitAbsent({ "x-telegram-bot-api-secret-token": webhook.secretToken ?? undefined }),
        },
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.arrayBuffer();
      return response.ok
        ? null
        : `Wrong response from the webhook: ${response.status} ${response.statusText}`;
    } catch (error) {
      return error instanceof Error && error.name === "TimeoutError"
        ? "Connection timed out"
        : "Connection refused";
    }
  }
}

function findChatId(update: TelegramUpdate): unknown {
  for (const content of Object.values(update)) {
    if (typeof content !== "object" || content === null) continue;
    const { chat, from } = content as { chat?: { id?: unknown }; from?: { id?: unknown } };
    if (chat?.id !== undefined || from?.id !== undefined) return chat?.id ?? from?.id;
  }
  return update;
}
