import { maxReportRows } from "@parlour/protocol/api";
import type { readReportNames } from "../../store/reports/report.ts";
import type { Reader } from "../../store/database/reader.ts";
import type { Clock } from "../../core/command.ts";

/** What the tables of reports are read with. */
export interface TableDeps {
  readonly reader: Reader;
  readonly clock: Clock;
}
export type TableRow = readonly (string | number)[];
export type NamesByKind = Awaited<ReturnType<typeof readReportNames>>;
export const maxRowsPerRead = 2_000;

/** Returns the cells of an id and its name, which are empty if there is none. */
export const toNamedCells = (id: number | null, names: ReadonlyMap<number, string>): TableRow => [
  id ?? "",
  (id !== null && names.get(id)) || "",
];

/** The last row of a table that is cut off. */
export const endOfRows: readonly TableRow[] = [
  [`This file contains only the newest ${maxReportRows} rows. Choose a shorter period.`],
];
