import type { RefusedRow, VisitorImport, VisitorImportDetails } from "@parlour/protocol/api";
import { importResults, type ImportResult } from "@parlour/protocol/visitor-import";
import type { Principal } from "../../../auth/index.ts";
import type { AccountConfig } from "../../../core/command.ts";
import { cutText } from "../../../core/text.ts";
import {
  countImportRows,
  listFirstRows,
  listRefusedRows,
  type RefusedRecord,
} from "../../../store/imports/import-row.ts";
import type { ImportRecord } from "../../../store/imports/visitor-import.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { suggestTargets } from "./suggest-targets.ts";

const exampleRows = 3;
const maxExampleLength = 100;
/** Refused rows of a response. All of them are in the export (VI-023). */
const maxRefusedRows = 100;

/** Returns an import with the present names of its channel and its operator. */
export function serializeImport(record: ImportRecord, config: AccountConfig): VisitorImport {
  const { channelId, operatorId } = record;
  return {
    id: record.id,
    name: record.name,
    state: record.state,
    operator: { id: operatorId, name: config.operators.get(operatorId)?.name ?? "" },
    channel:
      channelId === null
        ? null
        : { id: channelId, name: config.channels.get(channelId)?.name ?? "" },
    total: record.total,
    processed: record.processed,
    created_at: record.createdAt,
    ended_at: record.endedAt,
  };
}

/** Returns an import with its columns, the number of rows by result, and the refused rows. */
export async function loadImportDetails(
  { reader, config }: RouteDeps,
  { accountId }: Principal,
  record: ImportRecord,
): Promise<VisitorImportDetails> {
  const { id, header } = record;
  const account = await config(accountId);
  const [rows, refused, first] = await Promise.all([
    countImportRows(reader, accountId, record),
    listRefusedRows(reader, accountId, { id, after: 0, limit: maxRefusedRows }),
    listFirstRows(reader, accountId, { id, limit: exampleRows }),
  ]);
  const targets = record.targets ?? suggestTargets(header, account.fields ?? []);
  const counts = Object.fromEntries(importResults.map((name) => [name, 0])) as Record<
    ImportResult,
    number
  >;
  for (const { result, count } of rows) counts[result] = count;
  return {
    ...serializeImport(record, account),
    columns: header.map((name, n) => ({
      name,
      examples: first.flatMap((cells) => toExample(cells[n])),
      target: targets[n] ?? null,
    })),
    counts,
    refused_rows: refused.map((row) => serializeRefusedRow(row, header)),
  };
}

const toExample = (text = ""): string[] =>
  text === "" ? [] : [cutText(text, maxExampleLength).text];

const serializeRefusedRow = (
  { line, code, column, message, cells }: RefusedRecord,
  header: readonly string[],
): RefusedRow => ({
  line,
  code,
  column: column === null ? null : (header[column] ?? ""),
  value: column === null ? null : cutText(cells?.[column] ?? "", maxExampleLength).text,
  message,
});
