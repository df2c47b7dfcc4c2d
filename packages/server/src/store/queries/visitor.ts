import type { Visitor } from "../../core/entity.ts";
import type { VisitorDraft } from "../../core/event.ts";
import type { Reader } from "../reader.ts";
import { visitorInSight, type Sight } from "./sight.ts";
import { int, values } from "./values.ts";
import { visitorMatches } from "./visitor-matches.ts";

/** A visitor with what a command about him names. */
export interface VisitorRecord {
  readonly visitor: Visitor;
  readonly channelId: number;
  readonly customer: string;
}

/** Visitors by falling number, below `before` (API-030). */
export async function listVisitors(
  reader: Reader,
  account: number,
  sight: Sight,
  filter: { readonly q?: string; readonly before?: number; readonly limit: number },
): Promise<readonly Visitor[]> {
  const v = values(account);
  const rows = await reader.rows<VisitorRow>(
    account,
    `
    select v.number, v.source, v.customer, v.body from visitor v
    where v.account_id = $1 and ${visitorInSight(sight, v)}
      ${filter.before === undefined ? "" : `and v.number < ${v.put(filter.before)}`} ${filter.q === undefined ? "" : `and ${visitorMatches(filter.q, v)}`}
    order by v.number desc limit ${v.put(filter.limit)}`,
    v.list,
  );
  return rows.map((row) => toRecord(row).visitor);
}

export async function findVisitor(reader: Reader, account: number, sight: Sight, number: number): Promise<VisitorRecord | null> {
  const v = values(account, number);
  const row = await reader.one<VisitorRow>(
    account,
    `
    select v.number, v.source, v.customer, v.body from visitor v where v.account_id = $1 and v.number = $2 and ${visitorInSight(sight, v)}`,
    v.list,
  );
  return row === null ? null : toRecord(row);
}

interface VisitorRow {
  readonly number: string;
  readonly source: string;
  readonly customer: string;
  readonly body: string;
}

function toRecord(row: VisitorRow): VisitorRecord {
  const draft = JSON.parse(row.body) as VisitorDraft;
  return { visitor: { ...draft, number: int(row.number) }, channelId: int(row.source), customer: row.customer };
}
