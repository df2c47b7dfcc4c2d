import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import type { ChannelKind } from "../../../core/entity.ts";
import type { Sql } from "../../database/sql.ts";
import { toInteger } from "../../database/parameters.ts";
import { addressStateColumn, type AddressState } from "./channel-address.ts";
import type { StoredConnector } from "./channel.ts";

/** A channel that a connector serves, of any account (CON-020). */
export interface ConnectorChannelRecord extends StoredConnector {
  readonly account: number;
  readonly id: number;
  readonly kind: ChannelKind;
  readonly publicId: string;
  readonly name: string;
  /** False if the channel is switched off, or its account is suspended. */
  readonly enabled: boolean;
  /** null: the kind has no addresses. */
  readonly addressState: AddressState | null;
}

interface Row {
  readonly account_id: string;
  readonly id: string;
  readonly kind: ChannelKind;
  readonly public_id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly info: Readonly<Record<string, unknown>> | null;
  readonly secrets: Buffer;
  readonly address_state: AddressState | null;
}
const select = `select c.account_id, c.id, c.kind, c.public_id, c.name, c.enabled and not a.suspended and a.moved_to is null as enabled, c.settings, c.info, c.secrets, ${addressStateColumn}
  from channel c join account a on a.id = c.account_id
  left join channel_address ca on ca.account_id = c.account_id and ca.channel_id = c.id
  where c.secrets is not null and c.deleted_at is null`;

const toRecord = (row: Row): ConnectorChannelRecord => ({
  account: toInteger(row.account_id),
  id: toInteger(row.id),
  kind: row.kind,
  publicId: row.public_id,
  name: row.name,
  enabled: row.enabled,
  settings: row.settings,
  info: row.info ?? {},
  sealedSecrets: row.secrets,
  addressState: row.address_state,
});

export async function listConnectorChannels(sql: Sql): Promise<readonly ConnectorChannelRecord[]> {
  return (await sql.query<Row>(`${select} order by c.id`)).map(toRecord);
}

/** Reads what a connector remembers (CON-031), or resolves with null. */
export async function readChannelState(
  sql: Sql,
  account: number,
  channelId: number,
): Promise<unknown> {
  const rows = await sql.query<{ state: unknown }>(
    "select state from channel_state where account_id = $1 and channel_id = $2",
    [account, channelId],
  );
  return rows[0]?.state ?? null;
}

/** Stores why a channel receives nothing, or null (CON-041). Returns whether it changed. */
export async function writeChannelProblem(
  sql: Sql,
  { account, id }: { readonly account: number; readonly id: number },
  problem: ConnectionNotice | null,
  now: number,
): Promise<boolean> {
  if (problem === null) {
    const cleared = await sql.query(
      `update channel_state set problem = null, problem_code = null, problem_values = null, problem_at = null
       where account_id = $1 and channel_id = $2 and problem is not null returning 1`,
      [account, id],
    );
    return cleared.length > 0;
  }
  const rows = await sql.query(
    `insert into channel_state (account_id, channel_id, problem, problem_code, problem_values, problem_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, channel_id) do update
       set problem = excluded.problem, problem_code = excluded.problem_code, problem_values = excluded.problem_values, problem_at = excluded.problem_at
       where channel_state.problem is distinct from excluded.problem
     returning 1`,
    [account, id, problem.message, problem.code, problem.values, new Date(now)],
  );
  return rows.length > 0;
}

/** A channel of an external service that cannot receive or send (CON-041). */
export interface FailingConnector {
  readonly account: string;
  readonly name: string;
}
/** Counts the enabled channels of external services, and lists those with a problem. */
export async function readConnectorHealth(
  sql: Sql,
): Promise<{ readonly count: number; readonly failing: readonly FailingConnector[] }> {
  const rows = await sql.query<FailingConnector & { failing: boolean }>(
    `select a.name as account, c.name, s.problem is not null or coalesce(h.last_failure_at > coalesce(h.last_success_at, '-infinity'), false) as failing
     from channel c join account a on a.id = c.account_id and not a.suspended and a.moved_to is null
     left join channel_state s on s.account_id = c.account_id and s.channel_id = c.id
     left join endpoint_health h on h.account_id = c.account_id and h.endpoint_id = c.endpoint_id
     where c.secrets is not null and c.enabled and c.deleted_at is null order by c.id`,
  );
  return {
    count: rows.length,
    failing: rows.filter(({ failing }) => failing).map(({ account, name }) => ({ account, name })),
  };
}

/** Stores what a connector must remember. Replaces the previous state. */
export async function writeChannelState(
  sql: Sql,
  account: number,
  channelId: number,
  state: object,
): Promise<void> {
  await sql.query(
    `insert into channel_state (account_id, channel_id, state) values ($1, $2, $3)
     on conflict (account_id, channel_id) do update set state = excluded.state`,
    [account, channelId, JSON.stringify(state)],
  );
}
