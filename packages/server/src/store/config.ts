import type pg from "pg";
import type { AccountConfig, ChannelConfig, OperatorConfig } from "../core/ports.ts";
import { refuse } from "../core/failure.ts";

interface ConfigRow {
  version: number;
  suspended: boolean;
  operators: { id: number; name: string; photo: string | null; role: OperatorConfig["role"]; active: boolean; chat_limit: number }[];
  channels: {
    id: number;
    kind: ChannelConfig["kind"];
    name: string;
    public_id: string;
    enabled: boolean;
    deleted: boolean;
    endpoint_id: number;
    media_as: ChannelConfig["mediaAs"];
    operators: number[];
  }[];
}

/** The settings of an account that verbs read, as of one moment. Rejects with Refusal `not_found` when there is no such account. */
export async function loadAccountConfig(pool: Pick<pg.Pool, "query">, account: number): Promise<AccountConfig> {
  // One statement, so that the version belongs to exactly these settings.
  const { rows } = await pool.query<ConfigRow>({
    name: "account_config",
    values: [account],
    text: `
      select h.config_version as version, a.suspended,
        coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'photo', o.photo, 'role', o.role, 'active', o.active,
          'chat_limit', o.chat_limit) order by o.id) from operator o where o.account_id = a.id), '[]') as operators,
        coalesce((select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'public_id', c.public_id, 'enabled', c.enabled,
          'deleted', c.deleted_at is not null, 'endpoint_id', c.endpoint_id, 'media_as', c.media_as,
          'operators', coalesce((select json_agg(co.operator_id) from channel_operator co
            where co.account_id = c.account_id and co.channel_id = c.id), '[]')) order by c.id)
          from channel c where c.account_id = a.id), '[]') as channels
      from account a join account_head h on h.account_id = a.id where a.id = $1`,
  });
  const row = rows[0];
  if (!row) refuse("not_found", "There is no such account.");
  return {
    accountId: account,
    version: row.version,
    suspended: row.suspended,
    departments: new Map(),
    bots: new Map(),
    webhooks: new Map(),
    hours: null,
    safeUrl: false,
    trustWebhookLinks: false,
    operators: new Map(
      row.operators.map((o) => [
        o.id,
        { id: o.id, name: o.name, photo: o.photo ?? "", role: o.role, active: o.active, chatLimit: o.chat_limit },
      ]),
    ),
    channels: new Map(
      row.channels.map((c) => [
        c.id,
        {
          id: c.id,
          kind: c.kind,
          name: c.name,
          publicId: c.public_id,
          enabled: c.enabled,
          deleted: c.deleted,
          endpointId: c.endpoint_id,
          mediaAs: c.media_as,
          operators: new Set(c.operators),
        },
      ]),
    ),
  };
}
