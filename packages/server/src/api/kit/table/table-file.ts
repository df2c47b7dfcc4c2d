import type { FastifyReply } from "fastify";
import { formatCsvRow } from "../../../core/table/csv.ts";
import { sendDownload } from "../download.ts";
import { toXlsx, type TablePages, type ZipDeps } from "./xlsx.ts";

export type TableFormat = "csv" | "xlsx";

/** Sends a table as a CSV or XLSX file. `name` is the file name without extension. */
export function sendTable(
  reply: FastifyReply,
  deps: ZipDeps,
  {
    name,
    format,
    pages,
  }: { readonly name: string; readonly format: TableFormat; readonly pages: TablePages },
): Promise<void> {
  return sendDownload(reply, createTableFile(deps, { name, format, pages }));
}

export const createTableFile = (
  deps: ZipDeps,
  {
    name,
    format,
    pages,
  }: { readonly name: string; readonly format: TableFormat; readonly pages: TablePages },
) => ({
  name: `${name}.${format}`,
  type:
    format === "csv"
      ? "text/csv; charset=utf-8"
      : "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  body: format === "csv" ? toCsv(pages) : toXlsx(deps, pages),
});

async function* toCsv(pages: TablePages): AsyncGenerator<string> {
  // Spreadsheets recognise UTF-8 by the byte order mark.
  yield "\uFEFF";
  for await (const rows of pages)
    yield rows.map((cells) => formatCsvRow(cells.map(String))).join("");
}
