import type { Sql } from "../../database/sql.ts";

/** A table with rows of accounts, as a move copies it (decision 0230). */
export interface MovedTable {
  readonly name: string;
  /** Column with the number of the account. */
  readonly accountColumn: string;
  /** Columns without generated ones, with their types. */
  readonly columns: ReadonlyMap<string, string>;
  /** Columns of the primary key, without the account. */
  readonly key: readonly string[];
  /** Copied before the switch and then by its changes. The rest is copied in the switch. */
  readonly isEarly: boolean;
}

/**
 * Tables that are copied while the account is in use. They have many rows, and no job of the target
 * finds work in them: each job begins with a row of another table, such as `account` or `lane`.
 */
const earlyTables: ReadonlySet<string> = new Set([
  "agent_replay_result",
  "agent_turn",
  "article_gap",
  "attempt",
  "broadcast_recipient",
  "channel_message",
  "chat",
  "chat_activity",
  "chat_fact",
  "chat_tag",
  "chat_text",
  "company",
  "company_visitor",
  "crossed_reply",
  "delivery",
  "delivery_content",
  "file",
  "idempotency",
  "ignored_email",
  "journal",
  "lane",
  "mention",
  "message_translation",
  "model_use",
  "move_record",
  "participant",
  "passage",
  "passage_source",
  "person_link",
  "promise_fact",
  "read_mark",
  "record",
  "rule_run",
  "search_block",
  "search_visitor",
  "sla_fact",
  "taken_id",
  "user_token",
  "visit",
  "visitor",
  "widget_token",
]);
/** Tables that stay, each for its reason. */
const stayingTables: Readonly<Record<string, string>> = {
  account_move: "describes the move itself",
  audit: "a chain of the installation that wrote it",
  audit_head: "end of that chain",
  mail_sign_in: "a sign-in of 15 minutes at a service that knows the old address",
  model_request: "runs on a node",
  move_file: "uploads of 30 days, whose files are not copied",
  moved_row: "describes the move itself",
  parallel_chat: "of parallel_run",
  parallel_event: "of parallel_run",
  parallel_run: "its address is one of the installation",
  push_subscription: "belongs to the keys of one installation",
  self_test: "a test of a device of push_subscription",
};
/**
 * Tables whose changes follow other rows: progress of jobs and projections. A change during the
 * switch is skipped, because a failure would also stop the jobs of other accounts. The target
 * repeats the work from the copied cursors.
 */
const followingTables: ReadonlySet<string> = new Set([
  "call_timer",
  "chat_activity",
  "chat_fact",
  "chat_timer",
  "crossed_reply",
  "cursor",
  "endpoint_health",
  "lane",
  "promise_fact",
  "rule_run",
  "search_block",
  "search_visitor",
  "sla_fact",
]);
/** Tables with work that becomes due. Their rows end at the source with the switch. */
export const dueTables: readonly string[] = [
  "lane",
  "chat_timer",
  "call_timer",
  "reminder",
  "scheduled_message",
  "scheduled_report_run",
  "scheduled_report",
  "broadcast_recipient",
  "broadcast",
  "bulk_chat",
  "bulk_action",
  "agent_replay_result",
  "agent_replay",
  "site_item",
  "site_import",
  "move_problem",
  "move_import",
  "visitor_import_row",
  "visitor_import",
  "rule_dry_run",
  "waiting_mail",
  "passage_job",
];
/** Columns that the target fills itself: counters of the installation. */
const assignedColumns: Readonly<Record<string, string>> = {
  call_timer: "stamp",
  chat_timer: "stamp",
  session: "id",
};
export const skipsChanges = (table: string): boolean => followingTables.has(table);

/** SQL condition: the table `c` of pg_class has rows of accounts. */
export const hasAccountRows = `c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  and (c.relname = 'account' or exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'account_id' and not x.attisdropped))`;

/** Returns the tables of a move in the order of their names. */
export async function readMovedTables(sql: Sql): Promise<readonly MovedTable[]> {
  const rows = await sql.query<{
    name: string;
    columns: readonly (readonly [string, string])[];
    key: readonly string[];
  }>(
    `select c.relname as name,
       (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select json_agg(a.attname order by k.place) from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c where ${hasAccountRows} order by c.relname`,
  );
  return rows
    .filter(({ name }) => !Object.hasOwn(stayingTables, name) && name !== "bot_provider")
    .map(({ name, columns, key }) => {
      const accountColumn = name === "account" ? "id" : "account_id";
      return {
        name,
        accountColumn,
        columns: new Map(columns.filter(([column]) => column !== assignedColumns[name])),
        key: (key ?? []).filter((column) => column !== accountColumn),
        isEarly: earlyTables.has(name),
      };
    });
}
