import type pg from "pg";
import {
  targetColumns,
  toTarget,
  type ChatDeliveryTarget,
  type DeliveryTarget,
  type TargetColumns,
} from "../../store/deliveries/delivery-source.ts";

/** Finds the target of a running chat, with its customer and operator. */
export async function findChatTarget(
  pool: pg.Pool,
  account: number,
  chatId: number,
  operatorId: number,
): Promise<ChatDeliveryTarget | null> {
  const { rows } = await pool.query<TargetColumns & { order_key: number; is_retrying: boolean }>(
    `select ${targetColumns}, h.visitor_id as order_key, coalesce((select d.attempts > 0 from delivery d where d.account_id = e.account_id and d.endpoint_id = e.id
         and d.order_key = h.visitor_id and d.state = 'pending' order by d.lane_place limit 1), false) as is_retrying
     from chat h join channel c on c.account_id = h.account_id and c.id = h.source join endpoint e on e.account_id = c.account_id and e.id = c.endpoint_id
     join visitor v on v.account_id = h.account_id and v.id = h.visitor_id left join operator o on o.account_id = h.account_id and o.id = $3
     where h.account_id = $1 and h.id = $2 and h.state <> 'closed'`,
    [account, chatId, operatorId],
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { target: toTarget(row), orderKey: row.order_key, isRetrying: row.is_retrying };
}

/** Finds the target of a channel, without customer or operator. */
export async function findChannelTarget(
  pool: pg.Pool,
  account: number,
  channelId: number,
): Promise<DeliveryTarget | null> {
  const { rows } = await pool.query<TargetColumns>(
    `select ${targetColumns} from channel c join endpoint e on e.account_id = c.account_id and e.id = c.endpoint_id
     left join visitor v on false left join operator o on false where c.account_id = $1 and c.id = $2`,
    [account, channelId],
  );
  return rows[0] === undefined ? null : toTarget(rows[0]);
}

/** Finds the target of an endpoint, without channel, customer or operator. */
export async function findEndpointTarget(
  pool: pg.Pool,
  account: number,
  endpointId: number,
): Promise<DeliveryTarget | null> {
  const { rows } = await pool.query<TargetColumns>(
    `select ${targetColumns} from endpoint e left join channel c on false left join visitor v on false left join operator o on false
     where e.account_id = $1 and e.id = $2`,
    [account, endpointId],
  );
  return rows[0] === undefined ? null : toTarget(rows[0]);
}
