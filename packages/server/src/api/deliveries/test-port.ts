import type { BotOutgoingEvent } from "@parlour/protocol/bot";
import type { WebhookEvent } from "../../core/command.ts";
import type { WebhookData } from "../../core/chat/details/apply-webhook-data.ts";
import type { EndpointTestResult } from "../../delivery/index.ts";
import type { BotTestRecord } from "../../store/settings/integrations/bot-record.ts";

/** Without the function of an absent edge. `sample` replaces fields. Throws `not_found`. */
export interface TestPort {
  readonly samples: (account: number) => readonly {
    readonly kind: "bot" | "webhook";
    readonly event: string;
    readonly sample: Sample;
  }[];
  /** CH-113. */
  readonly channel?: (account: number, channelId: number) => Promise<EndpointTestResult>;
  readonly bot?: (
    account: number,
    endpointId: number,
    event: BotOutgoingEvent,
    sample?: Sample,
  ) => Promise<EndpointTestResult>;
  /** Returns the latest test of a bot connection (BOT-090), or null if it was never tested. */
  readonly botTest?: (account: number, botId: number) => Promise<BotTestRecord | null>;
  readonly webhook?: (
    account: number,
    endpointId: number,
    event: WebhookEvent,
    sample?: Sample,
  ) => Promise<WebhookTestOutcome>;
}
type Sample = Readonly<Record<string, unknown>>;

/** A test result with the meaning of the response (WH-041 – WH-048). */
export interface WebhookTestOutcome extends EndpointTestResult {
  readonly isOk: boolean;
  readonly data: WebhookData | null;
  readonly note: { readonly code: string; readonly message: string } | null;
}
