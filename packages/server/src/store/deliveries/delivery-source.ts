import type { ChannelKind, Delivery } from "../../core/entity.ts";
import type { StoredConnector } from "../settings/channels/channel.ts";

/** What a request is built from, read with the claim: the current settings (CH-004). */
export interface DeliverySource {
  readonly entry: {
    readonly name: string;
    readonly seq: number | null;
    /** The body of the journal entry as stored (architecture.md, "Where a body is serialised"). */
    readonly body: string;
  };
  readonly target: DeliveryTarget;
}

/** An endpoint with the data that its requests need. */
export interface DeliveryTarget {
  readonly account: number;
  readonly endpoint: {
    readonly id: number;
    readonly kind: Delivery["endpoint"]["kind"];
    readonly url: string;
    /** Signing secret, sealed with SECRET_KEY (CORE-125). */
    readonly secret: Buffer;
    /** Previous signing secret, which also signs until `previousSecretUntil` (CORE-124). */
    readonly previousSecret: Buffer | null;
    readonly previousSecretUntil: number | null;
  };
  /** Channel of the endpoint, or null for other kinds. */
  readonly channel: {
    readonly id: number;
    readonly publicId: string;
    readonly name: string;
    readonly enabled: boolean;
    readonly deleted: boolean;
    readonly chunked: boolean;
    readonly appendPublicId: boolean;
    readonly mediaAs: "media objects" | "text with link";
    readonly kind: ChannelKind;
    /** Settings and sealed secrets of a connector (CON-010), or null for other kinds. */
    readonly connector: StoredConnector | null;
  } | null;
  /** JSON literal of the customer's id as last received (CH-043). */
  readonly recipient: string | null;
  /** The operator or bot who wrote the message, with their current name (CH-071, CH-078). */
  readonly speaker: { readonly id: number; readonly name: string; readonly photo: string } | null;
}

/** The target of a running chat. `isRetrying`: its first pending message has failed. */
export interface ChatDeliveryTarget {
  readonly target: DeliveryTarget;
  readonly orderKey: number;
  readonly isRetrying: boolean;
}

/** Columns for `toTarget`. `e`: endpoint, `c`: channel, `v`: visitor, `o`: operator. */
export const targetColumns = `e.account_id as t_account, e.id as e_id, e.kind as e_kind, e.url as e_url, e.secret as e_secret, e.previous_secret as e_previous,
  (extract(epoch from e.previous_secret_until) * 1000)::float8 as e_previous_until,
  c.id as c_id, c.public_id as c_public_id, c.name as c_name, c.enabled as c_enabled, c.deleted_at is not null as c_deleted, c.chunked as c_chunked,
  c.append_public_id as c_append, c.media_as as c_media_as, c.kind as c_kind, c.settings as c_settings, c.info as c_info, c.secrets as c_secrets, v.recipient as v_recipient, o.id as o_id, o.name as o_name, o.photo as o_photo`;

export interface TargetColumns {
  t_account: number;
  e_id: number;
  e_kind: Delivery["endpoint"]["kind"];
  e_url: string;
  e_secret: Buffer;
  e_previous: Buffer | null;
  e_previous_until: number | null;
  c_id: number | null;
  c_public_id: string;
  c_name: string;
  c_enabled: boolean;
  c_deleted: boolean;
  c_chunked: boolean;
  c_append: boolean;
  c_media_as: "media objects" | "text with link";
  c_kind: ChannelKind;
  c_settings: Readonly<Record<string, unknown>> | null;
  c_info: Readonly<Record<string, unknown>> | null;
  c_secrets: Buffer | null;
  v_recipient: string | null;
  o_id: number | null;
  o_name: string;
  o_photo: string | null;
}

/** Converts a selected row to a target. */
export function toTarget(row: TargetColumns): DeliveryTarget {
  return {
    account: row.t_account,
    endpoint: {
      id: row.e_id,
      kind: row.e_kind,
      url: row.e_url,
      secret: row.e_secret,
      previousSecret: row.e_previous,
      previousSecretUntil: row.e_previous_until,
    },
    channel:
      row.c_id === null
        ? null
        : {
            id: row.c_id,
            publicId: row.c_public_id,
            name: row.c_name,
            enabled: row.c_enabled,
            deleted: row.c_deleted,
            chunked: row.c_chunked,
            appendPublicId: row.c_append,
            mediaAs: row.c_media_as,
            kind: row.c_kind,
            connector:
              row.c_settings === null || row.c_secrets === null
                ? null
                : {
                    settings: row.c_settings,
                    info: row.c_info ?? {},
                    sealedSecrets: row.c_secrets,
                  },
          },
    recipient: row.v_recipient,
    speaker:
      row.o_id === null ? null : { id: row.o_id, name: row.o_name, photo: row.o_photo ?? "" },
  };
}
