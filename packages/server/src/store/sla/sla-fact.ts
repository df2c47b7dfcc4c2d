import type { SlaFact, SlaFactChange } from "../../core/chat/sla/sla-facts.ts";
import type { Reader } from "../database/reader.ts";
import { toEpochMs } from "../reports/report-scope.ts";

/** Lists the stored facts of a chat (SLA-030). */
export const listSlaFacts = (
  reader: Reader,
  account: number,
  chatId: number,
): Promise<readonly SlaFact[]> =>
  reader.rows<SlaFact>(
    account,
    `select target, seq, policy_id::float8 as "policyId", ${toEpochMs("at_risk_at")}::float8 as "atRiskAt",
       ${toEpochMs("due_at")}::float8 as "dueAt", ${toEpochMs("ended_at")}::float8 as "endedAt"
     from sla_fact where account_id = $1 and chat_id = $2`,
    [account, chatId],
    "kept",
  );

/** Stores changes of the facts of a chat. Repeating them changes nothing. */
export async function changeSlaFacts(
  pool: { query(text: string, values: unknown[]): Promise<unknown> },
  account: number,
  chatId: number,
  changes: readonly SlaFactChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await pool.query(
    `with change as (select * from unnest($3::text[], $4::int[], $5::bigint[], $6::float8[], $7::float8[], $8::float8[])
         c(target, seq, policy, at_risk, due, ended)),
       removed as (delete from sla_fact f using change c
         where f.account_id = $1 and f.chat_id = $2 and f.target = c.target and f.seq = c.seq and c.policy is null)
     insert into sla_fact as f (account_id, chat_id, target, seq, policy_id, at_risk_at, due_at, ended_at)
     select $1, $2, target, seq, policy, to_timestamp(at_risk / 1000), to_timestamp(due / 1000), to_timestamp(ended / 1000)
     from change where policy is not null
     on conflict (account_id, chat_id, target, seq) do update set policy_id = excluded.policy_id,
       at_risk_at = excluded.at_risk_at, due_at = excluded.due_at, ended_at = excluded.ended_at`,
    [
      account,
      chatId,
      changes.map(({ target }) => target),
      changes.map(({ seq }) => seq),
      changes.map(({ fact }) => fact?.policyId ?? null),
      changes.map(({ fact }) => fact?.atRiskAt ?? null),
      changes.map(({ fact }) => fact?.dueAt ?? null),
      changes.map(({ fact }) => fact?.endedAt ?? null),
    ],
  );
}
