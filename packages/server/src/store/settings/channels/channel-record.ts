import type { WidgetSettings } from "../../../core/entity.ts";
import type { LastFailure } from "../integrations/endpoint-record.ts";

/** A channel with its endpoint. `sealedString` is the current random string, encrypted. */
export interface ChannelRecord {
  readonly id: number;
  readonly kind: "api" | "widget";
  readonly name: string;
  readonly publicId: string;
  readonly enabled: boolean;
  /** null for a widget, which has no endpoint. */
  readonly endpointId: number | null;
  readonly endpointUrl: string;
  readonly chunked: boolean;
  readonly appendPublicId: boolean;
  readonly mediaAs: "media objects" | "text with link";
  readonly botAvailable: boolean;
  readonly operators: readonly number[];
  readonly sealedString: Buffer | null;
  readonly secretHint: string;
  readonly lastInboundAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: LastFailure | null;
  readonly createdAt: string;
  readonly managed: boolean;
  /** Settings of a widget; null for other channels. */
  readonly widget: WidgetSettings | null;
  readonly hasIdentitySecret: boolean;
}
/** Data of a new channel; `randomString` and `secret` are plain text (CORE-125). */
export interface ChannelRow {
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
  /** `whsec_` and base64 of 32 bytes (CORE-124). */
  readonly secret: string;
  readonly createdBy: number | null;
  readonly now: number;
}
/** Data of a new site widget (WG-090). */
export interface WidgetChannelRow {
  readonly name: string;
  readonly publicId: string;
  readonly enabled: boolean;
  readonly widget: WidgetSettings;
  readonly managed: boolean;
  readonly operators: readonly number[];
  readonly createdBy: number | null;
  readonly now: number;
}
/** Changes of a channel; absent fields stay (CH-004). */
export interface ChannelChange {
  /** Complete settings of a widget. */
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
