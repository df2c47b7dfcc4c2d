import type { FormatWarning } from "../format/warning.ts";

/** One request of a provider and its result. The fields are set while the request is handled. */
export interface RequestRecord {
  readonly at: number;
  readonly requestId: string;
  readonly account: number;
  readonly botId: number;
  event: string | null;
  id: string | null;
  chatId: number | null;
  /** Whether the event is for the chat of test events (BOT-090). */
  isTest: boolean;
  /**
   * Time at which the provider wrote the message (BOT-026), in ms since 1970. For information only.
   */
  sentAt: number | null;
  status: number;
  /** Error code of a refusal. */
  code: string | null;
  field: string | null;
  rule: string | null;
  durationMs: number;
  readonly warnings: FormatWarning[];
}
