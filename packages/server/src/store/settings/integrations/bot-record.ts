import type { BotProvider } from "@parlour/protocol/api";
import type { BotTestPost } from "../../../core/bot/test-post.ts";
import type { EndpointSummary } from "./endpoint.ts";

export type ProviderState = BotProvider["state"];
/** A stored bot provider (BOT-001). */
export interface ProviderRecord extends BotProvider {
  /** Position of the provider in lists. */
  readonly number: number;
  readonly deleted: boolean;
}
/** Columns of a bot provider that are written. */
export interface ProviderColumns extends Pick<
  BotProvider,
  "name" | "contact" | "endpoint_url" | "account_id" | "state" | "managed"
> {
  /** Id of the provider, which is `<provider_id>` in addresses (BOT-001). */
  readonly id: string;
}
/** OAuth 2.0 client credentials of a connection (BOT-031). */
export interface BotAuthorization {
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Client secret in plain text. null keeps the stored secret. */
  readonly clientSecret: string | null;
  readonly scope: string | null;
  readonly clientAuth: "basic" | "body";
}
/** Fields of a connection that the API and the provisioning file can set (BOT-003). */
export interface BotFields {
  readonly providerId: string;
  readonly name: string;
  readonly photo: string | null;
  readonly enabled: boolean;
  /** As the provider generated it, in plain text. */
  readonly token: string;
  readonly endpointUrl: string;
  /** Channels of the bot. null means all. */
  readonly channels: readonly number[] | null;
  readonly inviteWaitS: number;
  readonly silentS: number;
  readonly sendsChatClosed: boolean;
  readonly sendsButtonText: boolean;
  readonly answersSettle: boolean;
  readonly appendToken: boolean;
  readonly authorization: BotAuthorization | null;
  /** Signing secret in plain text (CORE-124). */
  readonly secret: string;
}
/** A loaded connection with its endpoint and its provider. Its secrets are encrypted (CORE-125). */
export interface BotRecord extends Omit<BotFields, "token" | "authorization" | "secret"> {
  readonly id: number;
  readonly provider: { readonly id: string; readonly name: string; readonly state: ProviderState };
  readonly endpoint: EndpointSummary;
  readonly sealedToken: Buffer;
  readonly tokenHash: Buffer;
  readonly tokenShort: boolean;
  readonly authorization: Omit<BotAuthorization, "clientSecret"> | null;
  readonly sealedClientSecret: Buffer | null;
  readonly sealedSecret: Buffer;
  readonly createdAt: string;
  readonly managed: boolean;
}
/** The latest test of a bot connection. Times are in milliseconds since 1970. */
export interface BotTestRecord {
  readonly startedAt: number;
  readonly openUntil: number;
  readonly posts: readonly BotTestPost[];
}
