import { readFile } from "node:fs/promises";
import type { MoveRecord } from "@parlour/protocol/move-in/record";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { readCsvRows } from "../../../core/table/csv.ts";
import {
  createCheck,
  SourceError,
  type MoveSource,
  type OpenSource,
  type RecordProblem,
} from "../../source.ts";
import { checkRecord } from "../check-record.ts";
import { openFile } from "../open-address.ts";

/** Columns that belong to the record itself. All others of a person are fields. */
const columns = {
  person: ["id", "name", "email", "phone", "external_id", "created_at", "note"],
  article: ["id", "title", "language", "section", "html", "markdown", "url", "article"],
} as const;
type CsvKind = keyof typeof columns;

/**
 * Opens CSV files of persons and of articles (MV-003). A column `title` makes it articles, a value
 * of the column `article` a translation.
 */
export const openCsv: OpenSource = async (settings, deps): Promise<MoveSource> => {
  if (settings.files.length === 0)
    throw new SourceError("no_file", "Add a file.", { isFinal: true });
  const tables = await Promise.all(settings.files.map(readTable));
  return {
    async check() {
      const records = tables.flatMap((table) => table.records);
      const countRecords = (kind: MoveRecord["kind"]): number =>
        records.filter((record) => record.kind === kind).length;
      return createCheck("CSV", {
        person: countRecords("person"),
        article: countRecords("article"),
        translation: countRecords("translation"),
      });
    },
    async readPage(kind) {
      const records = tables.flatMap((table) => table.records);
      const problems = tables.flatMap((table) => table.problems);
      return {
        records: records.filter((record) => record.kind === kind),
        problems: problems.filter((problem) => problem.kind === kind),
        next: null,
      };
    },
    openFile: (file) => openFile(deps, file),
    close: () => Promise.resolve(),
  };
};

interface Table {
  readonly records: readonly MoveRecord[];
  readonly problems: readonly RecordProblem[];
}
async function readTable({ name, path }: { name: string; path: string }): Promise<Table> {
  const reader = readCsvRows(decode(name, await readFile(path)));
  const head = reader.next();
  const header = head.done === true ? [] : head.value.cells.map((cell) => cell.trim());
  const kind: CsvKind = header.includes("title") ? "article" : "person";
  if (!columns[kind].some((column) => header.includes(column)))
    throw new SourceError(
      "wrong_format",
      `${name}: the first line has none of the columns ${columns[kind].join(", ")}.`,
      { isFinal: true },
    );
  const records: MoveRecord[] = [];
  const problems: RecordProblem[] = [];
  for (let next = reader.next(); ; next = reader.next()) {
    if (next.done === true) {
      if (next.value !== null)
        problems.push({
          kind,
          id: `${name}:${next.value.line}`,
          code: "broken_record",
          detail: next.value.fault,
        });
      return { records, problems };
    }
    const { line, cells } = next.value;
    const checked = checkRecord(toRecord(kind, header, cells));
    if ("record" in checked) records.push(checked.record);
    else
      problems.push({
        kind: checked.kind ?? kind,
        id: checked.id ?? `${name}:${line}`,
        code: "broken_record",
        detail: `${name}:${line}: ${checked.fault}`,
      });
  }
}

function decode(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SourceError(
      "wrong_format",
      `${name}: the file is not UTF-8. Save it as CSV in UTF-8.`,
      { isFinal: true },
    );
  }
}

/** Empty cells are absent. Without the column `id`, the first address of a person is the id. */
function toRecord(kind: CsvKind, header: readonly string[], cells: readonly string[]): object {
  const values = new Map(
    header.flatMap((column, n) => {
      const cell = (cells[n] ?? "").trim();
      return column === "" || cell === "" ? [] : [[column, cell] as const];
    }),
  );
  const known: readonly string[] = columns[kind];
  const own = Object.fromEntries([...values].filter(([column]) => known.includes(column)));
  const others = [...values].filter(([column]) => !known.includes(column));
  const article = kind === "article" ? values.get("article") : undefined;
  const first = ["id", "external_id", "email", "phone", "title"].flatMap(
    (column) => values.get(column) ?? [],
  )[0];
  const id =
    article === undefined
      ? first
      : (values.get("id") ?? `${article}/${values.get("language") ?? ""}`);
  const hasFields = kind === "person" && others.length > 0;
  return {
    kind: article === undefined ? kind : "translation",
    ...own,
    ...omitAbsent({ id, fields: hasFields ? Object.fromEntries(others) : undefined }),
  };
}
