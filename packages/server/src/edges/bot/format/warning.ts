import type { BotWarningCode } from "@parlour/protocol/bot";

/**
 * An accepted deviation from the format, shown in the delivery log and in the response (BOT-107).
 */
export interface FormatWarning {
  readonly code: BotWarningCode;
  readonly message: string;
}
