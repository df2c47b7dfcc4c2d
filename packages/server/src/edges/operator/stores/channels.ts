import type { WidgetSettings } from "@parlour/protocol/widget-settings";
import type { Outcome } from "../../../core/entity.ts";
import type { Tx } from "./tx.ts";

export interface ChannelRecord {
  readonly id: number;
  readonly kind: "api" | "widget";
  readonly name: string;
  readonly publicId: string;
  readonly enabled: boolean;
  readonly endpointUrl: string;
  readonly chunked: boolean;
  readonly appendPublicId: boolean;
  readonly mediaAs: "media objects" | "text with link";
  readonly botAvailable: boolean;
  readonly operators: readonly number[];
  /** The current random string, encrypted. */
  readonly sealedString: Buffer | null;
  readonly secretHint: string;
  readonly lastInboundAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: { readonly at: string; readonly outcome: Outcome; readonly status: number | null } | null;
  readonly createdAt: string;
  readonly managed: boolean;
  /** Of a widget. */
  readonly widget: WidgetSettings | null;
  readonly hasIdentitySecret: boolean;
}

export interface ChannelChange {
  /** The whole settings of a widget. */
  readonly widget?: WidgetSettings | undefined;
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly endpointUrl?: string | undefined;
  readonly chunked?: boolean | undefined;
  readonly appendPublicId?: boolean | undefined;
  readonly mediaAs?: "media objects" | "text with link" | undefined;
  readonly botAvailable?: boolean | undefined;
  readonly operators?: readonly number[] | undefined;
}

export interface ChannelStore {
  list(account: number): Promise<readonly ChannelRecord[]>;
  find(account: number, id: number): Promise<ChannelRecord | null>;
  findIn(tx: Tx, account: number, id: number): Promise<ChannelRecord | null>;
  /** Of these ids those that are active operators of the account. */
  activeOperators(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Null: the public id is taken. */
  create(
    tx: Tx,
    account: number,
    row: {
      readonly kind: "api";
      readonly name: string;
      readonly publicId: string;
      readonly enabled: boolean;
      readonly endpointUrl: string;
      readonly chunked: boolean;
      readonly appendPublicId: boolean;
      readonly mediaAs: "media objects" | "text with link";
      readonly botAvailable: boolean;
      readonly managed: boolean;
      readonly operators: readonly number[];
      readonly randomString: string;
      readonly secret: string;
      readonly createdBy: number | null;
      readonly now: number;
    },
  ): Promise<number | null>;
  /** Null: the public id is taken. */
  createWidget(
    tx: Tx,
    account: number,
    row: {
      readonly name: string;
      readonly publicId: string;
      readonly enabled: boolean;
      readonly widget: WidgetSettings;
      readonly managed: boolean;
      readonly operators: readonly number[];
      readonly createdBy: number | null;
      readonly now: number;
    },
  ): Promise<number | null>;
  update(tx: Tx, account: number, id: number, change: ChannelChange): Promise<boolean>;
  remove(tx: Tx, account: number, id: number, now: number): Promise<boolean>;
  rotateAddress(tx: Tx, account: number, id: number, randomString: string, now: number): Promise<void>;
  rotateSecret(tx: Tx, account: number, id: number, secret: string, now: number): Promise<void>;
  /** Of a widget (WG-047); null: off. */
  setIdentitySecret(tx: Tx, account: number, id: number, secret: string | null): Promise<void>;
}
