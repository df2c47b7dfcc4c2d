import type { ConfigFile } from "@parlour/protocol/config";
import type { Fields } from "@parlour/protocol/settings/field";
import type { ListKind } from "@parlour/protocol/settings/kind";
import type { NamedValues } from "@parlour/protocol/settings/values";
import type { DocumentList, DocumentRow } from "../../store/settings/installation/document-list.ts";
import type { FileHelpers, NameVariable } from "../resource.ts";
import { readEntries, type Entry } from "./file-entry.ts";
import { writeEntry } from "./write-entry.ts";
import type { CustomFileValue } from "./file-forms.ts";
import { listCredentials } from "./values.ts";

/** How the provisioning file has a list of the installation (CFG-021 – CFG-025). */
export interface DocumentListFile<
  F extends Fields,
  Row extends DocumentRow<F> = DocumentRow<F>,
> extends ListKind {
  readonly part: keyof ConfigFile;
  readonly fields: F;
  readonly list: DocumentList<Row>;
  readonly custom?: Readonly<Record<string, CustomFileValue>>;
  readonly keyOf: (values: NamedValues<F>) => string;
  readonly subject: (values: NamedValues<F>) => string;
  readonly checkEntry?: (
    values: NamedValues<F>,
    report: (path: readonly string[], message: string, rule: string) => void,
  ) => void;
  /** Returns values that the file does not contain. `account`: null before it is created. */
  readonly complete?: (values: NamedValues<F>, account: number | null) => Partial<Row>;
  /** Returns what only a new row gets. */
  readonly newRow?: () => Partial<Row>;
}

export function readDocumentList<F extends Fields, Row extends DocumentRow<F>>(
  file: DocumentListFile<F, Row>,
  config: ConfigFile,
  helpers: FileHelpers,
): readonly Entry<F>[] {
  const list = (config[file.part] ?? []) as readonly object[];
  const entries = readEntries<F>(file, list, helpers);
  for (const { n, values } of entries)
    file.checkEntry?.(values, (path, message, rule) =>
      helpers.reportError([file.part, n, ...path], message, rule),
    );
  return entries;
}

/** Returns a row as the file has it, without its defaults. Credentials become variables. */
export function writeDocumentRow<F extends Fields, Row extends DocumentRow<F>>(
  file: DocumentListFile<F, Row>,
  row: Row,
  variable: NameVariable,
): unknown {
  const stored = row as Readonly<Record<string, unknown>>;
  const credentials = listCredentials(file.fields).flatMap(([name]) =>
    stored[name] === null ? [] : [name],
  );
  return writeEntry(file, { values: row, credentials }, variable);
}
