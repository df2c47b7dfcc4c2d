import type { ChatVisibility } from "../chats/chat-record.ts";
import type {
  CallMetric,
  ReportChatPage,
  ReportChatQuery,
  ReportTarget,
  ExportedFact,
  ChatMetric,
  ReportScope,
} from "./report-record.ts";
import type { Reader } from "../database/reader.ts";
import { buildAnswerQuery, isAnswerMetric } from "./answers.ts";
import { buildSlaQuery, isSlaMetric } from "./sla-targets.ts";
import { readChatRecords } from "../chats/search/archive.ts";
import {
  toTimestamp,
  callsInScope,
  hourCell,
  toReportConditions,
  type ReportConditions,
} from "./report-scope.ts";
import {
  fromMicroseconds,
  toInteger,
  toIntegerOrNull,
  toMicroseconds,
  createParameters,
  type QueryParameters,
} from "../database/parameters.ts";

/** SQL conditions under which a chat `f` counts for a metric. */
const conditions: Readonly<Record<ChatMetric, (reportConditions: ReportConditions) => string>> = {
  chats: ({ isChat }) => isChat,
  begun: ({ isBegun }) => isBegun,
  missed: ({ isChat }) => `${isChat} and f.missed`,
  missed_outside_hours: ({ isChat }) => `${isChat} and f.missed and not f.in_hours`,
  replied: ({ isReplied }) => isReplied,
  answered: ({ answerMs }) => `(${answerMs}) is not null`,
  closed: ({ isChat }) => `${isChat} and f.duration_ms is not null`,
  rated: ({ isChat }) => `${isChat} and f.rating is not null`,
  positive: ({ isChat }) => `${isChat} and f.rating = 'positive'`,
  negative: ({ isChat }) => `${isChat} and f.rating = 'negative'`,
  commented: ({ isChat }) => `${isChat} and f.commented`,
  by_bot: ({ isChat }) => `${isChat} and f.by_bot`,
  suggestions: ({ unchangedSuggestions, changedSuggestions }) =>
    `(${unchangedSuggestions}) + (${changedSuggestions}) > 0`,
  suggestions_unchanged: ({ unchangedSuggestions }) => `(${unchangedSuggestions}) > 0`,
};

/** Lists the chats that a metric counts, latest first (API-345). Erased chats are omitted. */
export async function listReportChats(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  query: ReportChatQuery,
): Promise<ReportChatPage> {
  const { metric, limit } = query;
  const v = createParameters(account);
  const text =
    metric === "calls" || metric === "calls_reached"
      ? buildCallsQuery(metric, query, v)
      : isSlaMetric(metric)
        ? buildSlaQuery(metric, query, v)
        : isAnswerMetric(metric)
          ? buildAnswerQuery(metric, query, v)
          : buildFactsQuery(metric, query, v);
  const rows = await reader.rows<PageRow>(account, text, v.list);
  const page = rows.slice(0, limit);
  const records = await readChatRecords(reader, account, sight, [
    ...new Set(page.map(({ chat }) => toInteger(chat))),
  ]);
  const last = page.at(-1);
  return {
    items: page.flatMap((row) => {
      const record = records.get(toInteger(row.chat));
      return record === undefined
        ? []
        : [
            {
              ...record,
              at: toInteger(row.key) / 1000,
              answerMs: toIntegerOrNull(row.answer),
              durationMs: toIntegerOrNull(row.duration),
              sla: row.sla ?? null,
            },
          ];
    }),
    next:
      rows.length > limit && last !== undefined
        ? { key: toInteger(last.key), id: toInteger(last.id) }
        : null,
  };
}

interface PageRow {
  readonly chat: string;
  readonly id: string;
  readonly key: string;
  readonly answer: string | null;
  readonly duration: string | null;
  readonly sla?: ReportTarget;
}
function buildFactsQuery(
  metric: ChatMetric,
  { scope, limit, after, cell }: ReportChatQuery,
  v: QueryParameters,
): string {
  const reportConditions = toReportConditions(scope, v);
  return `select f.chat_id as chat, f.chat_id as id, ${toMicroseconds("f.begun_at")} as key, f.answer_ms as answer, f.duration_ms as duration
    from chat_fact f where ${reportConditions.where} and ${conditions[metric](reportConditions)} ${cell === undefined ? "" : `and ${hourCell("f.begun_at", cell, v)} = ${v.put(cell.cell)}`}
      ${after === null ? "" : `and (f.begun_at, f.chat_id) < (${fromMicroseconds(v.put(after.key))}, ${v.put(after.id)})`}
    order by f.begun_at desc, f.chat_id desc limit ${v.put(limit + 1)}`;
}
function buildCallsQuery(
  metric: CallMetric,
  { scope, limit, after, cell }: ReportChatQuery,
  v: QueryParameters,
): string {
  return `select k.chat_id as chat, k.id, ${toMicroseconds("k.created_at")} as key, f.answer_ms as answer, f.duration_ms as duration ${callsInScope(scope, v)}
      ${metric === "calls_reached" ? "and k.reached" : ""} ${cell === undefined ? "" : `and ${hourCell("k.created_at", cell, v)} = ${v.put(cell.cell)}`}
      ${after === null ? "" : `and (k.created_at, k.id) < (${fromMicroseconds(v.put(after.key))}, ${v.put(after.id)})`}
    order by k.created_at desc, k.id desc limit ${v.put(limit + 1)}`;
}

/** Lists facts of the period after a cursor, latest first. */
export async function listChatFacts(
  reader: Reader,
  account: number,
  scope: ReportScope,
  { limit, after }: { readonly limit: number; readonly after: ExportedFact | null },
): Promise<readonly ExportedFact[]> {
  const v = createParameters(account);
  const rows = await reader.rows<
    Omit<
      ExportedFact,
      | "chat"
      | "chatNumber"
      | "channel"
      | "department"
      | "operator"
      | "bot"
      | "answerMs"
      | "answeredBy"
      | "repliedBy"
      | "durationMs"
    > &
      Ids & { readonly number: string | null }
  >(
    account,
    `select f.chat_id as chat, f.kind, f.channel_id as channel, f.department_id as department, f.operator_id as operator, f.bot_id as bot,
       (extract(epoch from f.begun_at) * 1000)::float8 as "begunAt", f.in_hours as "inHours", f.missed, f.by_bot as "byBot", f.answer_ms as answer,
       f.answered_by as answerer, f.replied_by::text[] as replied, f.duration_ms as duration, f.rating, f.commented,
       (select c.number from chat c where c.account_id = f.account_id and c.id = f.chat_id) as number
     from chat_fact f where ${toReportConditions(scope, v).where}
       ${after === null ? "" : `and (f.begun_at, f.chat_id) < (${toTimestamp(v, after.begunAt)}, ${v.put(after.chat)})`}
     order by f.begun_at desc, f.chat_id desc limit ${v.put(limit)}`,
    v.list,
  );
  return rows.map(
    ({
      chat,
      number,
      channel,
      department,
      operator,
      bot,
      answer,
      answerer,
      replied,
      duration,
      ...rest
    }) => ({
      ...rest,
      chat: toInteger(chat),
      chatNumber: toIntegerOrNull(number),
      channel: toInteger(channel),
      department: toIntegerOrNull(department),
      operator: toIntegerOrNull(operator),
      bot: toIntegerOrNull(bot),
      answerMs: toIntegerOrNull(answer),
      answeredBy: toIntegerOrNull(answerer),
      repliedBy: replied.map(toInteger),
      durationMs: toIntegerOrNull(duration),
    }),
  );
}
type Ids = Readonly<Record<"chat" | "channel", string>> &
  Readonly<
    Record<"department" | "operator" | "bot" | "answer" | "answerer" | "duration", string | null>
  > & {
    readonly replied: readonly string[];
  };
