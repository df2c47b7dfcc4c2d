import type { BotProvider } from "@parlour/protocol/api";
import type { BotTestPost } from "../../../core/bot/test-post.ts";

export type ProviderState = BotProvider["state"];
/** A stored bot provider (BOT-001). */
export interface ProviderRecord extends BotProvider {
  /** Position of the provider in lists. */
  readonly number: number;
  readonly deleted: boolean;
}
export interface ProviderColumns extends Pick<
  BotProvider,
  "name" | "contact" | "endpoint_url" | "account_id" | "state" | "managed"
> {
  /** Id of the provider, which is `<provider_id>` in addresses (BOT-001). */
  readonly id: string;
}
/** The latest test of a bot connection. Times are in milliseconds since 1970. */
export interface BotTestRecord {
  readonly startedAt: number;
  readonly openUntil: number;
  readonly posts: readonly BotTestPost[];
}
