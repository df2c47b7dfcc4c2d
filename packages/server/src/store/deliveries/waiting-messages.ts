import type { Message } from "../../core/entity.ts";
import { accountLock } from "../database/locks.ts";
import type { Sql } from "../database/sql.ts";

interface LaneKey {
  readonly account: number;
  readonly endpointId: number;
  readonly orderKey: number;
}

/** Maximum number of messages that are read from a lane. */
const maxWaitingMessages = 50;

/** Lists the messages whose deliveries are pending in a lane, in their order. */
export async function listWaitingMessages(
  sql: Sql,
  { account, endpointId, orderKey }: LaneKey,
): Promise<
  {
    readonly message: Message;
    readonly authorName: string;
    readonly totalAttempts: number;
    readonly createdAt: number;
  }[]
> {
  const rows = await sql.query<{
    body: string;
    seq: number;
    name: string | null;
    total_attempts: number;
    created_at: Date;
  }>(
    `select j.body, j.seq, coalesce(o.name, b.name) as name, d.tries as total_attempts, d.created_at
     from delivery d join journal j on j.account_id = d.account_id and j.position = d.position
     left join operator o on o.account_id = j.account_id and o.id = j.author_id and j.author_kind = 'operator'
     left join bot b on b.account_id = j.account_id and b.id = j.author_id and j.author_kind = 'bot'
     where d.account_id = $1 and d.endpoint_id = $2 and d.order_key = $3 and d.state = 'pending'
     order by d.lane_place limit ${maxWaitingMessages}`,
    [account, endpointId, orderKey],
  );
  return rows.map((row) => {
    const message = { ...(JSON.parse(row.body) as Omit<Message, "seq">), seq: row.seq };
    return {
      message,
      authorName: row.name ?? message.author.name,
      totalAttempts: row.total_attempts,
      createdAt: row.created_at.getTime(),
    };
  });
}

/** Ends the delay of the deliveries that wait for it in a lane. `now`: in ms since 1970. */
export async function releaseWaitingDeliveries(
  sql: Sql,
  { account, endpointId, orderKey }: LaneKey,
  now: number,
): Promise<void> {
  await sql.query(
    `with locked as materialized (select ${accountLock("$1::bigint")})
     select release_waiting($1, $2, $3, $4) from locked`,
    [account, endpointId, orderKey, now],
  );
}
