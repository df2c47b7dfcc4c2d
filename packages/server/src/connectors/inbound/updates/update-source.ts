import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import type { ServicePort } from "../../ports.ts";
import type { ConnectorChannel } from "../../connector-channel.ts";
import type { HandleUpdate, InboundRules } from "../handle-recorded.ts";
import type { ReceivingStates } from "./receiving-state.ts";

/** An update with its number. `sender`: their updates are handled in the order of the numbers. */
export interface NumberedUpdate {
  readonly id: number;
  readonly sender: unknown;
  readonly update: unknown;
}
/** The updates that wait, or why the service gives none and the pause that it asks for. */
type PollResult =
  | { readonly kind: "updates"; readonly updates: readonly NumberedUpdate[] }
  | {
      readonly kind: "failed";
      readonly problem: ConnectionNotice;
      readonly retryAfterMs: number;
    };
/** `unusable`: the service does not accept the address, so updates must be polled. */
type WebhookResult = ConnectionNotice | "set" | "unusable";
/** Why no updates arrive by webhook, or null. `isUnreachable`: the service failed to send some. */
export interface WebhookCheck {
  readonly problem: ConnectionNotice | null;
  readonly isUnreachable: boolean;
}

/** A service that numbers its updates, and sends them to a webhook or gives them to a poll. */
export interface UpdateSource {
  /** Name of the request that polls, for the request inspector. */
  readonly pollName: string;
  readonly rules: InboundRules;
  /** Returns the address of the webhook, or null if the service cannot reach this installation. */
  buildWebhookUrl(channel: ConnectorChannel): string | null;
  setWebhook(channel: ConnectorChannel, url: string): Promise<WebhookResult>;
  /** `sinceS`: earlier failures do not count, in seconds since 1970. */
  checkWebhook(channel: ConnectorChannel, url: string, sinceS: number): Promise<WebhookCheck>;
  /** Returns whether the service has no webhook any more. */
  removeWebhook(channel: ConnectorChannel): Promise<boolean>;
  /** Returns updates from a number on. `mayWait`: the service may wait for the first one. */
  poll(
    channel: ConnectorChannel,
    options: { readonly offset: number; readonly mayWait: boolean },
  ): Promise<PollResult>;
}

export interface ReceiverDeps extends ServicePort {
  readonly source: UpdateSource;
  readonly receiving: ReceivingStates;
  readonly handleUpdate: HandleUpdate;
}
