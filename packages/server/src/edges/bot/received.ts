import type { Warning } from "./format/message.ts";

/** One request of a provider and what became of it; filled while it is handled. */
export interface Received {
  readonly at: number;
  readonly requestId: string;
  readonly account: number;
  readonly botId: number;
  event: string | null;
  id: string | null;
  chatId: number | null;
  /** It is about the chat of test events (BOT-090). */
  isTest: boolean;
  /** BOT-026: when the provider says that it wrote (ms since 1970); for information only. */
  sentAt: number | null;
  status: number;
  /** Of a refusal. */
  code: string | null;
  field: string | null;
  rule: string | null;
  durationMs: number;
  readonly warnings: Warning[];
}
