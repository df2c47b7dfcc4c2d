import type { WeekGrid, HourFigures, ReportScope } from "../../core/record/report.ts";
import type { Reader } from "../reader.ts";
import { callsIn, cellOf, toldOf } from "./report-scope.ts";
import { int, intOrNull, values } from "./values.ts";

/** Returns figures by the hour cell in which chats started and calls were requested. */
export async function readHours(
  reader: Reader,
  account: number,
  scope: ReportScope,
  grid: WeekGrid,
): Promise<ReadonlyMap<number, HourFigures>> {
  const v = values(account);
  const told = toldOf(scope, v);
  const w = values(account);
  const [chats, calls] = await Promise.all([
    reader.rows<{ cell: number; n: string; missed: string; answer: string | null }>(
      account,
      `select ${cellOf("f.begun_at", grid, v)} as cell, count(*) filter (where ${told.isChat}) as n, count(*) filter (where ${told.isChat} and f.missed) as missed,
         percentile_disc(0.5) within group (order by ${told.answerMs}) as answer from chat_fact f where ${told.where} group by 1`,
      v.list,
    ),
    reader.rows<{ cell: number; n: string }>(
      account,
      `select ${cellOf("k.created_at", grid, w)} as cell, count(*) as n ${callsIn(scope, w)} group by 1`,
      w.list,
    ),
  ]);
  const callsOf = new Map(calls.map(({ cell, n }) => [cell, int(n)]));
  const chatsOf = new Map(chats.map((row) => [row.cell, row]));
  return new Map(
    [...new Set([...chatsOf.keys(), ...callsOf.keys()])].flatMap((cell) => {
      const row = chatsOf.get(cell);
      const figures = {
        chats: int(row?.n ?? 0),
        missed: int(row?.missed ?? 0),
        answerMedian: intOrNull(row?.answer ?? null),
        calls: callsOf.get(cell) ?? 0,
      };
      return figures.chats + figures.calls > 0 || figures.answerMedian !== null ? [[cell, figures] as const] : [];
    }),
  );
}
