import type { WebhookBlock, WebhookEvent } from "../../../core/command.ts";
import type { EndpointSummary } from "./endpoint-record.ts";

/** A webhook with its endpoint (WH-001). */
export interface WebhookRecord {
  readonly id: number;
  /** "" if it has no name. */
  readonly name: string;
  readonly endpoint: EndpointSummary;
  readonly enabled: boolean;
  readonly events: readonly WebhookEvent[];
  /** null: all channels. */
  readonly channels: readonly number[] | null;
  readonly blocks: readonly WebhookBlock[];
  /** Seconds (WH-080). */
  readonly ratingWaitS: number;
  /** Set if Parlour disabled the webhook (WH-062). */
  readonly off: { readonly at: string; readonly reason: string | null } | null;
  readonly createdAt: string;
  readonly managed: boolean;
}
/** Data of a new webhook. */
export interface WebhookRow {
  /** Exactly as entered (WH-002). */
  readonly url: string;
  readonly enabled: boolean;
  readonly events: readonly WebhookEvent[];
  /** null: all channels. */
  readonly channels: readonly number[] | null;
  readonly blocks: readonly WebhookBlock[];
  readonly name: string;
  readonly ratingWaitS: number;
  readonly secret: string;
  readonly managed: boolean;
  readonly createdBy: number | null;
  readonly now: number;
}
/** Changes of a webhook; absent fields stay. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly channels?: readonly number[] | null | undefined;
  readonly blocks?: readonly WebhookBlock[] | undefined;
  readonly name?: string | undefined;
  readonly ratingWaitS?: number | undefined;
}
