import { formatDay, dayMs } from "@parlour/protocol/hours/local-time";
import { buildCalendar } from "../../packages/server/src/core/report/period.ts";
import { updateChatFacts } from "../../packages/server/src/journal/subscribers/chat-facts.ts";
import { openPools } from "../../packages/server/src/store/database/pools.ts";
import { listReportChats } from "../../packages/server/src/store/reports/report-chats.ts";
import { readReport } from "../../packages/server/src/store/reports/report.ts";
import { readReportHours } from "../../packages/server/src/store/reports/report-hours.ts";
import { seedInbox } from "../harness/inbox-seed.ts";
import {
  upperGoal,
  computeRatios,
  roundFigure,
  computeSpread,
  type ScenarioResult,
} from "../harness/stats.ts";

export interface ReportsDeps {
  readonly serverUrl: string;
  readonly sizes: readonly number[];
  readonly rounds: number;
}

/**
 * Measures reports of accounts with one message in ten seconds: a million in 116 days, ten million
 * in three years. Runs the server's own queries of a whole report, like `GET /reports`, and
 * compares them with counting chats and messages. Also prints the cost of updating the facts of a
 * chat. API-074: below 1 s at a million. Ten million have no goal.
 */
export async function reportsScenario({
  serverUrl,
  sizes,
  rounds,
}: ReportsDeps): Promise<readonly ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const size of sizes) results.push(await runReports(serverUrl, size, rounds));
  return results;
}

async function runReports(
  serverUrl: string,
  size: number,
  rounds: number,
): Promise<ScenarioResult> {
  const inbox = await seedInbox(serverUrl, size);
  const pools = openPools(inbox.url);
  const { reader, writer } = pools;
  const { account, operator } = inbox;
  try {
    const { rows } = await writer.query<{ id: number }>(
      "select id from chat where account_id = $1 order by id",
      [account],
    );
    const config = { departments: new Map(), channels: new Map(), hours };
    const startedAt = performance.now();
    for (let n = 0; n < rows.length; n += 500)
      await updateChatFacts(
        { pool: writer, journal: { config: () => Promise.resolve(config) } },
        rows.slice(n, n + 500).map(({ id }) => ({ account, chat: id })),
      );
    const perFact = ((performance.now() - startedAt) * 1000) / rows.length;

    const report = async (days: number): Promise<void> => {
      const today = Math.floor(Date.now() / dayMs);
      const parts = [today, today - days].map((last) =>
        buildCalendar(hours.timezone, { from: formatDay(last - days + 1), to: formatDay(last) }),
      );
      const [now, before] = parts.map(({ days: allRounds, end }) => ({
        all: allRounds,
        scope: { from: allRounds[0]?.start ?? 0, to: end },
      }));
      if (!now || !before) return;
      const cells = now.all.flatMap(({ weekday, hours: list }) =>
        list.map(({ start, hour }) => ({ start, cell: weekday * 24 + hour })),
      );
      await Promise.all([
        readReport(reader, account, now.scope, {
          days: now.all.map(({ start }) => start),
          rows: true,
        }),
        readReport(reader, account, before.scope, {
          days: before.all.map(({ start }) => start),
          rows: false,
        }),
        readReportHours(reader, account, now.scope, {
          hours: cells.map(({ start }) => start),
          cells: cells.map(({ cell }) => cell),
        }),
      ]);
    };
    const listMissedChats = async (): Promise<void> => {
      const scope = { from: Date.now() - 91 * dayMs, to: Date.now() };
      await listReportChats(
        reader,
        account,
        { operatorId: operator, seesAllChats: true },
        { scope, metric: "missed", limit: 50, after: null, now: scope.to },
      );
    };
    // The median of 28 days alone, computed without chat facts.
    const recount = async (): Promise<void> => {
      await reader.rows(
        account,
        `select percentile_disc(0.5) within group (order by extract(epoch from a.at - c.created_at)) from chat c
           left join lateral (select j.at from journal j where j.account_id = $1 and j.chat_id = c.id and j.seq is not null and j.author_kind = 'operator'
             order by j.seq limit 1) a on true where c.account_id = $1 and c.created_at >= now() - interval '28 days'`,
        [account],
      );
    };
    const questions = {
      "report of 28 days": () => report(28),
      "report of 13 weeks": () => report(91),
      "report of 52 weeks": () => report(364),
      "missed chats": listMissedChats,
    };
    const allRounds: ScenarioResult["rounds"][number][] = [];
    for (let n = 0; n <= rounds; n++) {
      const product: Record<string, number> = {};
      for (const [name, ask] of Object.entries(questions)) product[name] = await measure(ask);
      const roundResult = { product, anchors: { recount: { ms: await measure(recount) } } };
      // The first round warms up caches.
      if (n > 0) allRounds.push(roundResult);
    }
    const median = (name: string): number =>
      computeSpread(allRounds.map(({ product }) => product[name] ?? Number.NaN)).med;
    return {
      name: `reports at ${size >= 1_000_000 ? `${size / 1_000_000} M` : `${size / 1_000} k`} messages`,
      params: {
        size,
        chats: rows.length,
        fillSeconds: roundFigure(inbox.seconds),
        factMicros: roundFigure(perFact),
      },
      rounds: allRounds,
      ratios: Object.fromEntries(
        Object.keys(questions).map((name) => [
          `${name} / recount`,
          computeRatios(allRounds, name, "recount", "ms"),
        ]),
      ),
      goals:
        size > 1_000_000
          ? []
          : Object.keys(questions).map((name) =>
              upperGoal("API-074", `${name}, ms`, 1_000, median(name)),
            ),
      notes: [`${roundFigure(perFact)} µs for the facts of a chat`],
    };
  } finally {
    await pools.close();
    await inbox.drop();
  }
}

const workday = [["09:00", "18:00"]] as const;
const hours = {
  timezone: "Europe/London",
  week: { mon: workday, tue: workday, wed: workday, thu: workday, fri: workday },
  exceptions: {},
};
async function measure(ask: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await ask();
  return performance.now() - startedAt;
}
