import type { ConfigFile } from "@parlour/protocol/config";
import type { Fields } from "@parlour/protocol/settings/field";
import type { NamedValues } from "@parlour/protocol/settings/values";
import { writeDocumentRow, type DocumentListFile } from "../../settings/kind/document-list-file.ts";
import { toCompared, type Entry } from "../../settings/kind/file-entry.ts";
import type { DocumentRow } from "../../store/settings/installation/document-list.ts";
import {
  describeChanges,
  joinDetails,
  type ApplyContext,
  type PlannedChange,
} from "./planned-change.ts";

type AnyValues = Readonly<Record<string, unknown>>;
interface ListPlanContext {
  readonly account: number | null;
  readonly unseal: (sealed: Buffer) => string;
}

/** Plans a list of the installation. Keeps rows that the file does not manage. */
export function planDocumentList<F extends Fields, Row extends DocumentRow<F>>(
  file: DocumentListFile<F, Row>,
  desired: readonly Entry<F>[],
  rows: readonly Row[],
  context: ListPlanContext,
): { readonly differences: PlannedChange[]; readonly removals: PlannedChange[] } {
  const keyOf = (row: Row): string => file.keyOf(row as unknown as NamedValues<F>);
  const differences = desired.flatMap((entry): PlannedChange[] => {
    const before = rows.find((row) => keyOf(row) === entry.key) ?? null;
    const detail = before === null ? "" : describeUpdate(file, entry, before, context);
    if (before !== null && detail === "") return [];
    const run = async ({ tx, account, secrets }: ApplyContext): Promise<null> => {
      const sealed = Object.entries(entry.secrets).map(([name, secret]) => [
        name,
        secret === null ? null : secrets.seal(secret),
      ]);
      // Another account may have changed the row since the plan was made.
      const stored = await file.list.lock(tx);
      const locked = stored.find((row) => keyOf(row) === entry.key);
      const next = {
        ...(locked ?? file.newRow?.()),
        ...entry.values,
        ...Object.fromEntries(sealed),
        ...file.complete?.(entry.values, account),
        managed: true,
      } as unknown as Row;
      await file.list.write(tx, [...stored.filter((row) => row !== locked), next]);
      return null;
    };
    const subject = file.subject(entry.values);
    return [{ sign: before === null ? "+" : "~", subject, detail, kind: "instance", run }];
  });
  const removals = rows
    .filter((row) => row.managed && !desired.some(({ key }) => key === keyOf(row)))
    .map((row): PlannedChange => {
      const run = async ({ tx }: ApplyContext): Promise<null> => {
        const others = (await file.list.lock(tx)).filter((other) => keyOf(other) !== keyOf(row));
        await file.list.write(tx, others);
        return null;
      };
      const subject = file.subject(row as unknown as NamedValues<F>);
      return { sign: "-", subject, detail: "", kind: "instance", run };
    });
  return { differences, removals };
}

/** Returns what differs: values, the names of credentials and of completed values. */
function describeUpdate<F extends Fields, Row extends DocumentRow<F>>(
  file: DocumentListFile<F, Row>,
  { values, secrets }: Entry<F>,
  before: Row,
  { account, unseal }: ListPlanContext,
): string {
  const stored = before as unknown as AnyValues;
  const changedSecrets = Object.entries(secrets).flatMap(([name, secret]) => {
    const sealed = stored[name] as Buffer | null;
    return (sealed === null ? null : unseal(sealed)) === secret ? [] : [name];
  });
  const completed = Object.entries(file.complete?.(values, account) ?? {}).flatMap(
    ([name, value]) => (stored[name] === value ? [] : [name]),
  );
  return joinDetails(
    before,
    describeChanges(toCompared(file, before), toCompared(file, values)),
    ...changedSecrets,
    ...completed,
  );
}

/** Exports a list of the installation (CFG-024). Nothing if it is empty. */
export const exportDocumentList = <F extends Fields, Row extends DocumentRow<F>>(
  file: DocumentListFile<F, Row>,
  rows: readonly Row[],
  variable: (kind: string, name: string, n: number) => string,
): Partial<ConfigFile> =>
  rows.length === 0
    ? {}
    : {
        [file.part]: rows.map((row, n) =>
          writeDocumentRow(file, row, (kind, name) => variable(kind, name, n)),
        ),
      };
