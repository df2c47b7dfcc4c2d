import type { BotTestPost } from "../../../core/bot/test-post.ts";
import type { EndpointSummary } from "./endpoint.ts";

export type ProviderState = "active" | "suspended" | "requested" | "refused";
/** A bot provider (BOT-001). */
export interface ProviderRecord {
  readonly id: string;
  /** Position in lists. */
  readonly number: number;
  /** Set for scope `account`; null: available to every account. */
  readonly accountId: number | null;
  readonly name: string;
  readonly contact: string | null;
  readonly endpointUrl: string | null;
  readonly state: ProviderState;
  /** Number of connections: of all accounts, or of the requesting one. */
  readonly connections: number;
  readonly createdAt: string;
  readonly managed: boolean;
}
/** Data of a new provider. */
export interface ProviderRow {
  /** `<provider_id>` in addresses (BOT-001). */
  readonly id: string;
  /** Set for scope `account`; null: available to every account. */
  readonly accountId: number | null;
  readonly name: string;
  readonly contact: string | null;
  readonly endpointUrl: string | null;
  readonly state: ProviderState;
  readonly managed: boolean;
  readonly now: number;
}
/** A bot connection with its endpoint and its provider (BOT-003). */
export interface BotRecord {
  readonly id: number;
  readonly provider: { readonly id: string; readonly name: string; readonly state: ProviderState };
  readonly endpoint: EndpointSummary;
  readonly name: string;
  readonly photo: string | null;
  readonly enabled: boolean;
  /** Encrypted token; part of the addresses. */
  readonly sealedToken: Buffer;
  readonly tokenShort: boolean;
  /** null: all channels. */
  readonly channels: readonly number[] | null;
  readonly inviteWaitS: number;
  readonly silentS: number;
  readonly sendsChatClosed: boolean;
  readonly answersSettle: boolean;
  readonly appendToken: boolean;
  readonly authorization: Omit<BotAuthorization, "clientSecret"> | null;
  readonly createdAt: string;
  readonly managed: boolean;
}
/** OAuth 2.0 client credentials of a connection (BOT-031). */
export interface BotAuthorization {
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Plain text; null: the stored secret stays. */
  readonly clientSecret: string | null;
  readonly scope: string | null;
  readonly clientAuth: "basic" | "body";
}
/** Data of a new connection; its secrets are plain text (CORE-125). */
export interface BotRow {
  readonly providerId: string;
  readonly name: string;
  readonly photo: string | null;
  readonly enabled: boolean;
  /** As the provider generated it (BOT-003). */
  readonly token: string;
  readonly endpointUrl: string;
  /** null: all channels. */
  readonly channels: readonly number[] | null;
  readonly inviteWaitS: number;
  readonly silentS: number;
  readonly sendsChatClosed: boolean;
  readonly answersSettle: boolean;
  readonly appendToken: boolean;
  readonly authorization: (BotAuthorization & { readonly clientSecret: string }) | null;
  readonly secret: string;
  readonly managed: boolean;
  readonly createdBy: number | null;
  readonly now: number;
}
/** Changes of a connection; absent fields stay. */
export interface BotChange {
  readonly name?: string | undefined;
  readonly photo?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly token?: string | undefined;
  readonly endpointUrl?: string | undefined;
  readonly channels?: readonly number[] | null | undefined;
  readonly inviteWaitS?: number | undefined;
  readonly silentS?: number | undefined;
  readonly sendsChatClosed?: boolean | undefined;
  readonly answersSettle?: boolean | undefined;
  readonly appendToken?: boolean | undefined;
  readonly authorization?: BotAuthorization | null | undefined;
}
/** The latest test of a connection; times in milliseconds since 1970. */
export interface BotTestRecord {
  readonly startedAt: number;
  readonly openUntil: number;
  readonly posts: readonly BotTestPost[];
}
