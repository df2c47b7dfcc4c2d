import type { ModelUsage } from "@parlour/protocol/api";
import type { ModelPurpose } from "@parlour/protocol/settings/model-purposes";

/** Figures of the use of the model. `cost` is in millionths of the currency. */
export interface UsageFigures {
  readonly tokens: number;
  readonly requests: number;
  readonly failed: number;
  readonly cost: number;
}
export type UsageNumber = keyof UsageFigures;
/** The use in an hour or on a day. */
export interface UsageStep extends UsageFigures {
  /** The start, as the server sends it: a day or a time. */
  readonly at: string;
}

/** Groups of purposes, in the order of the page. */
const purposeGroups = ["agent", "replay", "suggest", "translate", "other"] as const;
export type PurposeGroup = (typeof purposeGroups)[number];
/** The group in which the page shows a purpose. */
const groupOf: Readonly<Record<ModelPurpose, PurposeGroup>> = {
  agent: "agent",
  replay: "replay",
  suggest: "suggest",
  rewrite: "suggest",
  archive: "suggest",
  article: "suggest",
  translate: "translate",
  summary: "translate",
  embed: "other",
  test: "other",
};

type Row = Omit<ModelUsage["days"][number], "day">;
const dayMs = 86_400_000;

/** Adds up the use of rows. */
export function sumUsage(rows: readonly Row[]): UsageFigures {
  const sum = (value: (row: Row) => number): number =>
    rows.reduce((total, row) => total + value(row), 0);
  return {
    tokens: sum((row) => row.tokens_sent + row.tokens_received),
    requests: sum((row) => row.requests),
    failed: sum((row) => row.failed),
    cost: sum((row) => row.cost),
  };
}

/** Returns the use of each hour of today in UTC, also of hours without a request. */
export function listHours({ hours }: ModelUsage, now: number): readonly UsageStep[] {
  const today = Math.floor(now / dayMs) * dayMs;
  return Array.from({ length: 24 }, (_, n) => {
    const start = today + n * 3_600_000;
    return {
      at: new Date(start).toISOString(),
      ...sumUsage(hours.filter(({ hour }) => Date.parse(hour) === start)),
    };
  });
}

/** Returns the use of the latest days in UTC up to today, also of days without a request. */
export function listDays({ days }: ModelUsage, count: number, now: number): readonly UsageStep[] {
  return Array.from({ length: count }, (_, n) => {
    const at = new Date(now - (count - 1 - n) * dayMs).toISOString().slice(0, 10);
    return { at, ...sumUsage(days.filter(({ day }) => day === at)) };
  });
}

/** Returns the use of each group of purposes that has a request. */
export function listGroups(
  rows: readonly Row[],
): readonly (UsageFigures & { readonly group: PurposeGroup })[] {
  return purposeGroups
    .map((group) => ({
      group,
      ...sumUsage(rows.filter(({ purpose }) => groupOf[purpose] === group)),
    }))
    .filter(({ requests, failed }) => requests + failed > 0);
}
