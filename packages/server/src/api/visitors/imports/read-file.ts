import { buffer } from "node:stream/consumers";
import type { FastifyRequest } from "fastify";
import { importLimits } from "@parlour/protocol/visitor-import";
import type { Clock } from "../../../core/command.ts";
import { refuse } from "../../../core/failure.ts";
import { cleanText, cutText } from "../../../core/text.ts";
import { receiveUpload } from "../../../http/body/upload-form.ts";
import type { FileRow } from "../../../store/imports/import-row.ts";
import { readCsvRows } from "../../../core/table/csv.ts";

const maxFileBytes = importLimits.fileMib * 1024 * 1024;
const maxNameLength = 200;
/** Rows after which other requests get their turn. */
const rowsPerTurn = 500;

/** A CSV file with visitors (VI-002). */
export interface VisitorFile {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly FileRow[];
}

/** Reads the file of a multipart body. Throws `invalid_request` or `payload_too_large`. */
export function receiveVisitorFile(
  request: FastifyRequest,
  limits: { readonly clock: Clock; readonly admit: () => Promise<void> },
): Promise<VisitorFile> {
  return receiveUpload(request, { ...limits, maxFileBytes }, async (file) => {
    // The form ends one byte after the limit.
    const bytes = await buffer(file.body);
    if (bytes.length > maxFileBytes)
      refuse("payload_too_large", `The file is larger than ${importLimits.fileMib} MiB.`, {
        field: "file",
      });
    await file.afterBody();
    const { header, rows } = await parseFile(decode(bytes));
    return { name: cutText(cleanText(file.name), maxNameLength).text, header, rows };
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuseFile("The file is not UTF-8. Save it as CSV in UTF-8.");
  }
}

async function parseFile(text: string): Promise<Omit<VisitorFile, "name">> {
  const rows: FileRow[] = [];
  const reader = readCsvRows(text);
  for (let next = reader.next(); ; next = reader.next()) {
    if (next.done === true) {
      if (next.value !== null) refuseFile(`Line ${next.value.line}: ${next.value.fault}.`);
      break;
    }
    const { line, cells } = next.value;
    rows.push({ line, cells: cells.map(cleanText) });
    if (rows.length > importLimits.rows + 1)
      refuseFile(`The file has more than ${importLimits.rows} rows.`);
    if (rows.length % rowsPerTurn === 0) await nextTurn();
  }
  const [first, ...others] = rows;
  if (first === undefined || others.length === 0)
    return refuseFile("The file needs a line with the names of the columns, and a row below it.");
  if (first.cells.length > importLimits.columns)
    refuseFile(`The file has more than ${importLimits.columns} columns.`);
  return { header: first.cells.map((name) => name.trim()), rows: others };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const refuseFile = (message: string): never =>
  refuse("invalid_request", message, { field: "file" });
