import type { Sql } from "../../database/sql.ts";

/** The channels whose chats an operator answers: all, also those added later, or these. */
export type OperatorChannels = "all" | readonly number[];

/** Sets the chosen operators of a channel. Those for all channels remain (CORE-322). */
export async function setChannelOperators(
  tx: Sql,
  account: number,
  channel: number,
  operators: readonly number[],
): Promise<void> {
  await tx.query(
    `delete from channel_operator c using operator o where c.account_id = $1 and c.channel_id = $2
       and o.account_id = c.account_id and o.id = c.operator_id and not o.all_channels and not (o.id = any($3::bigint[]))`,
    [account, channel, operators],
  );
  await tx.query(
    `insert into channel_operator (account_id, channel_id, operator_id)
     select $1, $2, o.id from operator o where o.account_id = $1 and (o.all_channels or o.id = any($3::bigint[]))
     on conflict do nothing`,
    [account, channel, operators],
  );
}

/**
 * Limits operators who answer all channels to the channels that they have now: `only` this one, or
 * all `except` these. Returns them.
 */
export async function limitToPresentChannels(
  tx: Sql,
  account: number,
  scope: { readonly only: number } | { readonly except: readonly number[] },
): Promise<readonly { readonly id: number; readonly managed: boolean }[]> {
  return tx.query<{ id: number; managed: boolean }>(
    `update operator set all_channels = false, version = version + 1
     where account_id = $1 and all_channels and id = coalesce($2::bigint, id) and not (id = any($3::bigint[])) returning id::float8 as id, managed`,
    "only" in scope ? [account, scope.only, []] : [account, null, scope.except],
  );
}

/**
 * Sets the channels whose chats an operator answers (CORE-322). Returns the channels whose
 * operators changed, or null if one of the ids is not a channel of the account.
 */
export async function setOperatorChannels(
  tx: Sql,
  account: number,
  operator: number,
  channels: OperatorChannels,
): Promise<readonly { readonly id: number; readonly managed: boolean }[] | null> {
  const rows = await tx.query<{ id: number; managed: boolean; was: boolean }>(
    `select c.id::float8 as id, c.managed, exists (select from channel_operator m
       where m.account_id = c.account_id and m.channel_id = c.id and m.operator_id = $2) as was
     from channel c where c.account_id = $1 and c.deleted_at is null order by c.id`,
    [account, operator],
  );
  const all = rows.map(({ id }) => id);
  const chosen = channels === "all" ? all : channels;
  if (chosen.some((id) => !all.includes(id))) return null;
  await tx.query(
    "update operator set all_channels = $3, version = version + 1 where account_id = $1 and id = $2 and all_channels <> $3",
    [account, operator, channels === "all"],
  );
  await tx.query(
    "delete from channel_operator where account_id = $1 and operator_id = $2 and channel_id = any($3::bigint[]) and not (channel_id = any($4::bigint[]))",
    [account, operator, all, chosen],
  );
  await tx.query(
    "insert into channel_operator (account_id, channel_id, operator_id) select $1, unnest($3::bigint[]), $2 on conflict do nothing",
    [account, operator, chosen],
  );
  return rows
    .filter((row) => row.was !== chosen.includes(row.id))
    .map(({ id, managed }) => ({ id, managed }));
}
