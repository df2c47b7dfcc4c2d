import type { ModelPurpose } from "@parlour/protocol/settings/model-purposes";
import { toInteger, toIsoTime } from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";

/** Use of the language model by day or hour (UTC) and purpose (MODEL-060). */
export interface ModelUsageRow {
  readonly at: string;
  readonly purpose: ModelPurpose;
  readonly requests: number;
  readonly failed: number;
  readonly tokensSent: number;
  readonly tokensReceived: number;
  /** Millionths of the currency. */
  readonly cost: number;
}

/** Returns the use since a time, in ms since 1970, oldest first. */
export async function readModelUsage(
  reader: Reader,
  account: number,
  { unit, since }: { readonly unit: "day" | "hour"; readonly since: number },
): Promise<readonly ModelUsageRow[]> {
  const rows = await reader.rows<{
    at: Date;
    purpose: ModelPurpose;
    requests: string;
    failed: string;
    sent: string;
    received: string;
    cost: string;
  }>(
    account,
    `select date_trunc('${unit}', hour, 'UTC') as at, purpose, sum(requests) as requests, sum(failed) as failed,
       sum(tokens_sent) as sent, sum(tokens_received) as received, sum(cost) as cost
     from model_use where account_id = $1 and hour >= $2 group by 1, 2 order by 1, 2`,
    [account, new Date(since)],
  );
  return rows.map((row) => ({
    at: toIsoTime(row.at),
    purpose: row.purpose,
    requests: toInteger(row.requests),
    failed: toInteger(row.failed),
    tokensSent: toInteger(row.sent),
    tokensReceived: toInteger(row.received),
    cost: toInteger(row.cost),
  }));
}
