import type { TestParlour } from "@parlour/testkit";

/**
 * Inserts eight weeks of chat facts for reports (API-074), of a channel, a department and its
 * operators. The messages of these chats are erased.
 */
export async function seedReportFacts(
  parlour: TestParlour,
  channel: number,
  department: number,
  operatorIds: readonly number[],
): Promise<void> {
  await parlour.sql(
    `insert into chat_fact (account_id, chat_id, kind, channel_id, department_id, operator_id, begun_at, in_hours, duration_ms, answer_ms, answered_by, replied_by, missed, by_bot, rating, commented, chat_version, last_seq)
     select 1, 3000000000 + n, 'visitor', $1, case when n % 3 = 0 then $3::bigint end, case when n % 41 > 0 then ($2::bigint[])[1 + (n * 7 % 5) % 3] end,
       date_trunc('day', now()) - make_interval(days => d) + make_interval(hours => h, mins => n % 60), true, 120000 + (n * 7919) % 900000,
       case when n % 41 > 0 then 8000 + (n::bigint * n * 37) % 60000 + case when d % 9 = 4 then 90000 else 0 end end,
       case when n % 41 > 0 then ($2::bigint[])[1 + (n * 7 % 5) % 3] end, case when n % 41 = 0 then '{}' else ($2::bigint[])[1 + (n * 7 % 5) % 3:1 + (n * 7 % 5) % 3 + (n % 5 = 0)::int] end, n % 41 = 0, false,
       case when n % 4 = 0 then case when n % 48 = 0 then 'negative' else 'positive' end end, n % 96 = 0, 0, 0
     from (select (row_number() over ())::int as n, d, h from generate_series(1, 55) d, generate_series(8, 19) h,
       generate_series(1, case when extract(isodow from now() - make_interval(days => d)) > 5 then 1 else 2 + ((d * 5 + h * h) % 5)::int end)) x`,
    [channel, operatorIds, department],
  );
}
