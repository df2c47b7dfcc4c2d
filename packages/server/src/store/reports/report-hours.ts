import type { WeekGrid, HourStatistics, ReportScope } from "./report-record.ts";
import type { Reader } from "../database/reader.ts";
import { callsInScope, hourCell, toReportConditions } from "./report-scope.ts";
import { toInteger, toIntegerOrNull, createParameters } from "../database/parameters.ts";

/** Returns statistics for the cells of the week in which chats started and calls were requested. */
export async function readReportHours(
  reader: Reader,
  account: number,
  scope: ReportScope,
  grid: WeekGrid,
): Promise<ReadonlyMap<number, HourStatistics>> {
  const v = createParameters(account);
  const reportConditions = toReportConditions(scope, v);
  const callParameters = createParameters(account);
  const [chats, calls] = await Promise.all([
    reader.rows<{ cell: number; n: string; missed: string; answer: string | null }>(
      account,
      `select ${hourCell("f.begun_at", grid, v)} as cell, count(*) filter (where ${reportConditions.isChat}) as n, count(*) filter (where ${reportConditions.isChat} and f.missed) as missed,
         percentile_disc(0.5) within group (order by ${reportConditions.answerMs}) as answer from chat_fact f where ${reportConditions.where} group by 1`,
      v.list,
    ),
    reader.rows<{ cell: number; n: string }>(
      account,
      `select ${hourCell("k.created_at", grid, callParameters)} as cell, count(*) as n ${callsInScope(scope, callParameters)} group by 1`,
      callParameters.list,
    ),
  ]);
  const callsByCell = new Map(calls.map(({ cell, n }) => [cell, toInteger(n)]));
  const chatsByCell = new Map(chats.map((row) => [row.cell, row]));
  return new Map(
    [...new Set([...chatsByCell.keys(), ...callsByCell.keys()])].flatMap((cell) => {
      const row = chatsByCell.get(cell);
      const figures = {
        chats: toInteger(row?.n ?? 0),
        missed: toInteger(row?.missed ?? 0),
        answerMedian: toIntegerOrNull(row?.answer ?? null),
        calls: callsByCell.get(cell) ?? 0,
      };
      return figures.chats + figures.calls > 0 || figures.answerMedian !== null
        ? [[cell, figures] as const]
        : [];
    }),
  );
}
