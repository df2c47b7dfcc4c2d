import type { WebhookBlock, WebhookEvent } from "../../../core/ports.ts";
import type { EndpointUse } from "./endpoint-use.ts";
import type { Tx } from "./tx.ts";

export interface WebhookRecord {
  readonly id: number;
  readonly endpoint: EndpointUse;
  readonly enabled: boolean;
  readonly events: readonly WebhookEvent[];
  /** null: all. */
  readonly channels: readonly number[] | null;
  readonly blocks: readonly WebhookBlock[];
  /** Parlour switched it off (WH-062). */
  readonly off: { readonly at: string; readonly reason: string | null } | null;
  readonly createdAt: string;
  readonly managed: boolean;
}

export interface WebhookStore {
  list(account: number): Promise<readonly WebhookRecord[]>;
  find(account: number, id: number): Promise<WebhookRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<WebhookRecord | null>;
  /** Of these ids those that are channels of the account. */
  knownChannels(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  create(
    tx: Tx,
    account: number,
    row: {
      readonly url: string;
      readonly enabled: boolean;
      readonly events: readonly WebhookEvent[];
      readonly channels: readonly number[] | null;
      readonly blocks: readonly WebhookBlock[];
      readonly secret: string;
      readonly managed: boolean;
      readonly createdBy: number | null;
      readonly now: number;
    },
  ): Promise<number>;
  update(
    tx: Tx,
    account: number,
    id: number,
    change: {
      readonly url?: string | undefined;
      readonly enabled?: boolean | undefined;
      readonly events?: readonly WebhookEvent[] | undefined;
      readonly channels?: readonly number[] | null | undefined;
      readonly blocks?: readonly WebhookBlock[] | undefined;
    },
  ): Promise<boolean>;
  remove(tx: Tx, account: number, id: number, now: number): Promise<boolean>;
  rotateSecret(tx: Tx, account: number, id: number, secret: string, now: number): Promise<boolean>;
}
