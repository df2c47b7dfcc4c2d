import type { ChatVisibility } from "../../core/record/chat.ts";
import type { CallMetric, ReportChatPage, ReportChatPaging, ExportedFact, ChatMetric, ReportScope } from "../../core/record/report.ts";
import type { Reader } from "../reader.ts";
import { chatRecords } from "./archive.ts";
import { at, callsIn, cellOf, toldOf, type Told } from "./report-scope.ts";
import { fromMicroseconds, int, intOrNull, microseconds, values, type Values } from "./values.ts";

/** Conditions under which a chat `f` counts for a figure. */
const conditions: Readonly<Record<ChatMetric, (told: Told) => string>> = {
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
};

/** Lists the chats behind a figure, the latest first (API-074). Erased chats are omitted. */
export async function listCounted(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  scope: ReportScope,
  number: ChatMetric | CallMetric,
  paging: ReportChatPaging,
): Promise<ReportChatPage> {
  const v = values(account);
  const isCalls = number === "calls" || number === "calls_reached";
  const text = isCalls ? callsText(number, scope, paging, v) : factsText(number, scope, paging, v);
  const rows = await reader.rows<PlaceRow>(account, text, v.list);
  const page = rows.slice(0, paging.limit);
  const records = await chatRecords(reader, account, sight, [...new Set(page.map(({ chat }) => int(chat)))]);
  const last = page.at(-1);
  return {
    items: page.flatMap((row) => {
      const record = records.get(int(row.chat));
      return record === undefined
        ? []
        : [{ ...record, at: int(row.key) / 1000, answerMs: intOrNull(row.answer), durationMs: intOrNull(row.duration) }];
    }),
    next: rows.length > paging.limit && last !== undefined ? { key: int(last.key), id: int(last.id) } : null,
  };
}

interface PlaceRow {
  readonly chat: string;
  readonly id: string;
  readonly key: string;
  readonly answer: string | null;
  readonly duration: string | null;
}
function factsText(number: ChatMetric, scope: ReportScope, { limit, after, cell }: ReportChatPaging, v: Values): string {
  const told = toldOf(scope, v);
  return `select f.chat_id as chat, f.chat_id as id, ${microseconds("f.begun_at")} as key, f.answer_ms as answer, f.duration_ms as duration
    from chat_fact f where ${told.where} and ${conditions[number](told)} ${cell === undefined ? "" : `and ${cellOf("f.begun_at", cell, v)} = ${v.put(cell.cell)}`}
      ${after === null ? "" : `and (f.begun_at, f.chat_id) < (${fromMicroseconds(v.put(after.key))}, ${v.put(after.id)})`}
    order by f.begun_at desc, f.chat_id desc limit ${v.put(limit + 1)}`;
}
function callsText(number: CallMetric, scope: ReportScope, { limit, after, cell }: ReportChatPaging, v: Values): string {
  return `select k.chat_id as chat, k.id, ${microseconds("k.created_at")} as key, f.answer_ms as answer, f.duration_ms as duration ${callsIn(scope, v)}
      ${number === "calls_reached" ? "and k.reached" : ""} ${cell === undefined ? "" : `and ${cellOf("k.created_at", cell, v)} = ${v.put(cell.cell)}`}
      ${after === null ? "" : `and (k.created_at, k.id) < (${fromMicroseconds(v.put(after.key))}, ${v.put(after.id)})`}
    order by k.created_at desc, k.id desc limit ${v.put(limit + 1)}`;
}

/** Lists facts of the period after a cursor, the latest first. */
export async function listFacts(
  reader: Reader,
  account: number,
  scope: ReportScope,
  { limit, after }: { readonly limit: number; readonly after: ExportedFact | null },
): Promise<readonly ExportedFact[]> {
  const v = values(account);
  const rows = await reader.rows<
    Omit<ExportedFact, "chat" | "channel" | "department" | "operator" | "bot" | "answerMs" | "answeredBy" | "repliedBy" | "durationMs"> &
      Ids
  >(
    account,
    `select f.chat_id as chat, f.kind, f.channel_id as channel, f.department_id as department, f.operator_id as operator, f.bot_id as bot,
       (extract(epoch from f.begun_at) * 1000)::float8 as "begunAt", f.in_hours as "inHours", f.missed, f.by_bot as "byBot", f.answer_ms as answer,
       f.answered_by as answerer, f.replied_by::text[] as replied, f.duration_ms as duration, f.rating, f.commented
     from chat_fact f where ${toldOf(scope, v).where}
       ${after === null ? "" : `and (f.begun_at, f.chat_id) < (${at(v, after.begunAt)}, ${v.put(after.chat)})`}
     order by f.begun_at desc, f.chat_id desc limit ${v.put(limit)}`,
    v.list,
  );
  return rows.map(({ chat, channel, department, operator, bot, answer, answerer, replied, duration, ...rest }) => ({
    ...rest,
    chat: int(chat),
    channel: int(channel),
    department: intOrNull(department),
    operator: intOrNull(operator),
    bot: intOrNull(bot),
    answerMs: intOrNull(answer),
    answeredBy: intOrNull(answerer),
    repliedBy: replied.map(int),
    durationMs: intOrNull(duration),
  }));
}
type Ids = Readonly<Record<"chat" | "channel", string>> &
  Readonly<Record<"department" | "operator" | "bot" | "answer" | "answerer" | "duration", string | null>> & {
    readonly replied: readonly string[];
  };
