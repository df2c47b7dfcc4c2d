import type { ConfigFile } from "@parlour/protocol/config";
import type { SingleResourceFile } from "../../settings/single-resource.ts";
import { describeChanges, type PlannedChange } from "./planned-change.ts";

/**
 * Plans settings that an account has once. A `desired` of null means that the file does not contain
 * them. Then their removal is for `prune`.
 */
export function planSingleResource<Row, Entry>(
  file: SingleResourceFile<Row, Entry>,
  desired: Entry | null,
  row: Row,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const { subject } = file;
  const run: PlannedChange["run"] = async ({ tx, account, now, secrets, created }) => {
    const printSecret = (secret: string): void => void created.secrets.push({ subject, secret });
    await file.save({ tx, account, now, seal: secrets.seal, printSecret }, desired, row);
    return account;
  };
  const isManaged = file.isManaged(row);
  const change = { subject, kind: "account", run } as const;
  if (desired === null)
    return { differences: [], removals: isManaged ? [{ ...change, sign: "-", detail: "" }] : [] };
  const entry = file.toEntry(row);
  if (entry === null) return { differences: [{ ...change, sign: "+", detail: "" }], removals: [] };
  const changes = [
    describeChanges(file.compared(entry), file.compared(desired)),
    ...(file.changedSecrets?.(desired, row) ?? []),
  ].filter((part) => part !== "");
  const detail = changes.join("; ") || (isManaged ? "" : "managed by the file");
  return { differences: detail === "" ? [] : [{ ...change, sign: "~", detail }], removals: [] };
}

/** Exports settings that an account has once (CFG-024). Nothing if the file does not need them. */
export function exportSingleResource<Row, Entry>(
  file: SingleResourceFile<Row, Entry>,
  row: Row,
  variable: (kind: string, name: string, n: number) => string,
): Partial<ConfigFile> {
  const part = file.write(row, (kind, name) => variable(kind, name, 0));
  return part === undefined ? {} : { [file.part]: part };
}
