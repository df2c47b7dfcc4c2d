import type { BotWarningCode } from "@parlour/protocol/bot";

/**
 * Accepted deviation, shown in the delivery log and in the response (BOT-107). The event is
 * accepted.
 */
export interface FormatWarning {
  readonly code: BotWarningCode;
  readonly message: string;
}
