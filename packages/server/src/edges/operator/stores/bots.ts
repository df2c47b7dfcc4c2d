import type { EndpointUse } from "./endpoint-use.ts";
import type { ProviderState } from "./bot-providers.ts";
import type { Tx } from "./tx.ts";

export interface BotRecord {
  readonly id: number;
  readonly provider: { readonly id: string; readonly name: string; readonly state: ProviderState };
  readonly endpoint: EndpointUse;
  readonly name: string;
  readonly photo: string | null;
  readonly enabled: boolean;
  /** Encrypted; part of the addresses. */
  readonly sealedToken: Buffer;
  readonly tokenShort: boolean;
  /** null: all. */
  readonly channels: readonly number[] | null;
  readonly inviteWaitS: number;
  readonly silentS: number;
  readonly sendsChatClosed: boolean;
  readonly authorization: Omit<BotAuthorization, "clientSecret"> | null;
  readonly createdAt: string;
  readonly managed: boolean;
}
export interface BotAuthorization {
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Plain; null: the stored one stays. */
  readonly clientSecret: string | null;
  readonly scope: string | null;
  readonly clientAuth: "basic" | "body";
}
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
  readonly authorization?: BotAuthorization | null | undefined;
}

export interface BotStore {
  list(account: number): Promise<readonly BotRecord[]>;
  find(account: number, id: number): Promise<BotRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<BotRecord | null>;
  /** Of these ids those that are channels of the account. */
  knownChannels(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Null: this provider's token is in use somewhere in the instance (BOT-003). */
  create(
    tx: Tx,
    account: number,
    row: {
      readonly providerId: string;
      readonly name: string;
      readonly photo: string | null;
      readonly enabled: boolean;
      readonly token: string;
      readonly endpointUrl: string;
      readonly channels: readonly number[] | null;
      readonly inviteWaitS: number;
      readonly silentS: number;
      readonly sendsChatClosed: boolean;
      readonly authorization: (BotAuthorization & { readonly clientSecret: string }) | null;
      readonly secret: string;
      readonly managed: boolean;
      readonly createdBy: number | null;
      readonly now: number;
    },
  ): Promise<number | null>;
  update(tx: Tx, account: number, id: number, change: BotChange): Promise<"done" | "token_taken" | "not_found">;
  remove(tx: Tx, account: number, id: number, now: number): Promise<boolean>;
  rotateSecret(tx: Tx, account: number, id: number, secret: string, now: number): Promise<boolean>;
}
