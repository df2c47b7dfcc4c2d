import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import { lastPosition } from "../../last-entry.ts";
import type { WidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { addressStateColumn, type AddressState } from "./channel-address.ts";
import type { LastFailure } from "../integrations/endpoint.ts";
import type { StoredSecret } from "../kind-store.ts";
import type { ChannelKind, Outcome } from "../../../core/entity.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime, toIsoTimeOrNull } from "../../database/parameters.ts";

/**
 * Settings of a channel with the names of the service API. Those that its kind does not have are
 * the defaults of their columns.
 */
interface ChannelValues {
  readonly name: string;
  readonly public_id: string;
  readonly enabled: boolean;
  readonly endpoint_url: string;
  readonly chunked: boolean;
  readonly append_public_id: boolean;
  readonly media_as: "media objects" | "text with link";
  readonly message_changes: boolean;
  readonly bot_available: boolean;
  /** Its operators, also deactivated ones. */
  readonly operators: number[];
  readonly widget: WidgetSettings | null;
}
/** What Parlour knows of a channel besides its settings. */
export interface ChannelFacts {
  /** null for a widget, because widgets have no endpoint. */
  readonly endpointId: number | null;
  readonly active: readonly number[];
  readonly lastInboundAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: LastFailure | null;
  /** Settings of a connector, what its service says about them, and secrets. null for others. */
  readonly connector: StoredConnector | null;
  /** null: the kind has no addresses. */
  readonly addressState: AddressState | null;
  /** Why a connector cannot receive messages, or null if it can (CON-041). */
  readonly problem: (ConnectionNotice & { readonly at: string }) | null;
}
/**
 * A channel of any kind with its endpoint. Its secrets are the signing `secret`, the current
 * `random_string`, and the `identity_secret` of a widget with signed identity (WG-047).
 */
export interface ChannelRecord {
  readonly id: number;
  readonly kind: ChannelKind;
  readonly managed: boolean;
  readonly createdAt: string;
  readonly values: ChannelValues;
  readonly secrets: Readonly<Record<string, StoredSecret>>;
  readonly facts: ChannelFacts;
}
export interface WidgetRecord extends ChannelRecord {
  readonly values: ChannelValues & { readonly widget: WidgetSettings };
}
export const isWidget = (row: ChannelRecord): row is WidgetRecord =>
  row.kind === "widget" && row.values.widget !== null;

/** The settings of a connector as stored (CON-010). `sealedSecrets` is a sealed JSON object. */
export interface StoredConnector {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly info: Readonly<Record<string, unknown>>;
  readonly sealedSecrets: Buffer;
}
type Settings = Omit<ChannelValues, "operators">;
type Change = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };
/** Settings to write, with secrets in plain text. Absent ones stay unchanged or have defaults. */
export interface ChannelChange extends Change {
  readonly operators?: readonly number[] | undefined;
  readonly connector?: StoredConnector | undefined;
  readonly secret?: string | undefined;
  readonly random_string?: string | undefined;
  /** null switches signed identity off (WG-047). */
  readonly identity_secret?: string | null | undefined;
  readonly managed?: boolean | undefined;
}
export interface NewChannel extends ChannelChange {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly public_id: string;
  readonly operators: readonly number[];
}

/** Lists channels that are not deleted, oldest first. */
export async function listChannels(
  reader: Reader,
  account: number,
): Promise<readonly ChannelRecord[]> {
  const rows = await reader.rows<ChannelColumns>(account, `${select} order by c.id`, [account]);
  return rows.map(toRecord);
}

export async function findChannel(
  reader: Reader,
  account: number,
  id: number,
): Promise<ChannelRecord | null> {
  const row = await reader.one<ChannelColumns>(account, `${select} and c.id = $2`, [account, id]);
  return row === null ? null : toRecord(row);
}

/**
 * Number of latest entries of the account in which a channel's last visitor message is searched.
 * The limit keeps the query fast for channels without messages.
 */
const inboundWindow = 10_000;

const select = `select c.*, e.url, e.secret, e.secret_hint, h.last_success_at, h.last_failure_at, h.last_failure_outcome, h.last_failure_status,
    s.sealed as sealed_string, i.at as last_inbound_at, cs.problem, cs.problem_code, cs.problem_values, cs.problem_at, ${addressStateColumn},
    coalesce((select array_agg(co.operator_id order by co.operator_id) from channel_operator co
      join operator o on o.account_id = co.account_id and o.id = co.operator_id and o.active
      where co.account_id = c.account_id and co.channel_id = c.id), '{}') as operators,
    array(select co.operator_id from channel_operator co where co.account_id = c.account_id and co.channel_id = c.id order by 1) as members
  from channel c left join endpoint e on e.account_id = c.account_id and e.id = c.endpoint_id
  left join endpoint_health h on h.account_id = c.account_id and h.endpoint_id = c.endpoint_id
  left join channel_address ca on ca.account_id = c.account_id and ca.channel_id = c.id
  left join channel_state cs on cs.account_id = c.account_id and cs.channel_id = c.id
  left join lateral (select s.sealed from channel_secret s
    where s.account_id = c.account_id and s.channel_id = c.id and s.expires_at is null limit 1) s on true
  left join lateral (select j.at from journal j where j.account_id = c.account_id and j.channel_id = c.id and j.author_kind = 'visitor'
    and j.position > ${lastPosition("c.account_id")} - ${inboundWindow}
    order by j.position desc limit 1) i on true
  where c.account_id = $1 and c.deleted_at is null`;

interface ChannelColumns extends Omit<ChannelValues, "operators" | "endpoint_url"> {
  readonly id: string;
  readonly kind: ChannelKind;
  readonly endpoint_id: string | null;
  readonly url: string | null;
  readonly operators: readonly (string | number)[];
  readonly members: readonly (string | number)[];
  readonly sealed_string: Buffer | null;
  readonly secret: Buffer | null;
  readonly secret_hint: string | null;
  readonly last_inbound_at: Date | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_failure_outcome: Outcome | null;
  readonly last_failure_status: number | null;
  readonly created_at: Date;
  readonly managed: boolean;
  readonly identity_secret: Buffer | null;
  readonly settings: Readonly<Record<string, unknown>> | null;
  readonly info: Readonly<Record<string, unknown>> | null;
  readonly secrets: Buffer | null;
  readonly address_state: AddressState | null;
  readonly problem: string | null;
  readonly problem_code: string | null;
  readonly problem_values: Readonly<Record<string, string>> | null;
  readonly problem_at: Date | null;
}

function toRecord(row: ChannelColumns): ChannelRecord {
  const { name, public_id, enabled, chunked, append_public_id, media_as } = row;
  const { message_changes, bot_available } = row;
  return {
    id: toInteger(row.id),
    kind: row.kind,
    managed: row.managed,
    createdAt: toIsoTime(row.created_at),
    values: {
      name,
      public_id,
      enabled,
      endpoint_url: row.kind === "api" ? (row.url ?? "") : "",
      chunked,
      append_public_id,
      media_as,
      message_changes,
      bot_available,
      operators: row.members.map(toInteger),
      widget: row.widget,
    },
    secrets: {
      ...toSecret("secret", row.secret, row.secret_hint ?? ""),
      ...toSecret("random_string", row.sealed_string),
      ...toSecret("identity_secret", row.identity_secret),
    },
    facts: {
      endpointId: row.endpoint_id === null ? null : toInteger(row.endpoint_id),
      active: row.operators.map(toInteger),
      lastInboundAt: toIsoTimeOrNull(row.last_inbound_at),
      lastSuccessAt: toIsoTimeOrNull(row.last_success_at),
      lastFailure:
        row.last_failure_at === null || row.last_failure_outcome === null
          ? null
          : {
              at: toIsoTime(row.last_failure_at),
              outcome: row.last_failure_outcome,
              status: row.last_failure_status,
            },
      connector:
        row.settings === null || row.secrets === null
          ? null
          : { settings: row.settings, info: row.info ?? {}, sealedSecrets: row.secrets },
      addressState: row.address_state,
      problem:
        row.problem === null || row.problem_at === null
          ? null
          : {
              at: toIsoTime(row.problem_at),
              code: row.problem_code ?? "",
              values: row.problem_values ?? {},
              message: row.problem,
            },
    },
  };
}
const toSecret = (
  name: string,
  stored: Buffer | null,
  hint = "",
): Readonly<Record<string, StoredSecret>> => (stored === null ? {} : { [name]: { stored, hint } });
