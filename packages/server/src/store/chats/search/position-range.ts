import { lastPosition } from "../../last-entry.ts";
import { createParameters, toInteger } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";
import { toTimestamp } from "./archive.ts";
import type { PositionRange } from "./direction.ts";
import { searchIndexReader } from "./index-blocks.ts";
import type { SearchFilter } from "./search-record.ts";

/** Positions of a search. Those below `indexEnd` are in the index. */
export interface SearchRange extends PositionRange {
  readonly indexEnd: number;
}

/**
 * Returns the positions of the time range, with a tolerance. Clocks of nodes differ by less than a
 * minute, so the exact time is checked afterwards.
 */
export async function readPositionRange(
  reader: Reader,
  account: number,
  { after, before }: SearchFilter,
): Promise<SearchRange> {
  const v = createParameters(account, searchIndexReader);
  const bounds = [
    after === undefined
      ? ""
      : `, ${bisectPosition("low", `${toTimestamp(v, after)} - ${maxClockSkew}`)}`,
    before === undefined
      ? ""
      : `, ${bisectPosition("high", `${toTimestamp(v, before)} + ${maxClockSkew}`)}`,
  ].join("");
  const row = await reader.one<Record<"top" | "low" | "high" | "index_end", string>>(
    account,
    `
    with recursive head(place) as (select ${lastPosition("$1::bigint")} + 1) ${bounds}
    select head.place as top, ${after === undefined ? "1" : "(select min(hi) from low)"} as low, ${before === undefined ? "head.place" : "(select min(hi) from high)"} as high,
      coalesce((select c.position from cursor c where c.reader = $2 and c.account_id = $1), 0) + 1 as index_end from head`,
    v.list,
    "kept",
  );
  return {
    high: Math.min(toInteger(row?.top ?? 1), toInteger(row?.high ?? 1)),
    low: toInteger(row?.low ?? 1),
    indexEnd: toInteger(row?.index_end ?? 1),
  };
}
const maxClockSkew = "interval '1 minute'";
/** Returns SQL that finds the first position at or after a time by bisection. */
function bisectPosition(name: string, at: string): string {
  return `${name}(lo, hi) as (
      select 1::bigint, head.place from head
      union all
      select case when m.young then s.lo else m.middle + 1 end, case when m.young then m.middle else s.hi end
      from ${name} s cross join lateral (select (s.lo + s.hi) / 2 as middle, coalesce((select x.at >= ${at} from journal x
        where x.account_id = $1 and x.position >= (s.lo + s.hi) / 2 order by x.position limit 1), true) as young) m
      where s.lo < s.hi)`;
}
