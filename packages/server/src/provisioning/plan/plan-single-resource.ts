import type { ConfigFile } from "@parlour/protocol/config";
import type { SingleResourceFile } from "../../settings/single-resource.ts";
import { singleResources } from "../../settings/single-resources.ts";
import type { Singles } from "../read-singles.ts";
import { recordSettingsChanges } from "../../store/provisioning/writers.ts";
import { lockOtherAccounts } from "../../store/settings/installation/mail-changes.ts";
import { describeChanges, type ApplyContext, type PlannedChange } from "./planned-change.ts";

/** Plans all settings that an account has once, in their order. `states`: what is stored. */
export const planSingles = (
  desired: Singles,
  states: Singles,
  unseal: (sealed: Buffer) => string,
) =>
  singleResources.map(({ file }) =>
    planSingleResource(file, desired.get(file.part) ?? null, states.get(file.part) ?? {}, unseal),
  );

/** Exports all settings that an account has once (CFG-024). */
export const exportSingles = (states: Singles, variable: NameVariable): Partial<ConfigFile> =>
  Object.fromEntries(
    singleResources.flatMap(({ file }) =>
      Object.entries(exportSingleResource(file, states.get(file.part) ?? {}, variable)),
    ),
  );
type NameVariable = (kind: string, name: string, n: number) => string;

/** Plans settings that exist once. `desired` null: not in the file, removed by `prune`. */
export function planSingleResource<Row, Entry>(
  file: SingleResourceFile<Row, Entry>,
  desired: Entry | null,
  row: Row,
  unseal: (sealed: Buffer) => string,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const { subject } = file;
  const isOfAccount = file.of !== "installation";
  const run: PlannedChange["run"] = async (context) => {
    const { tx, account, now, secrets, created } = context;
    const printSecret = (secret: string): void => void created.secrets.push({ subject, secret });
    const hosts = { reserved: context.reservedHosts, proof: "owner" } as const;
    await file.save({ tx, account, now, seal: secrets.seal, printSecret, hosts }, desired, row);
    if (file.affectsAllAccounts) await recordInOtherAccounts(context);
    return isOfAccount ? account : null;
  };
  const isManaged = file.isManaged(row);
  const change = {
    subject,
    part: file.part,
    kind: isOfAccount ? "account" : "instance",
    run,
  } as const;
  if (desired === null)
    return { differences: [], removals: isManaged ? [{ ...change, sign: "-", detail: "" }] : [] };
  const entry = file.toEntry(row);
  if (entry === null) return { differences: [{ ...change, sign: "+", detail: "" }], removals: [] };
  const changes = [
    describeChanges(file.compared(entry), file.compared(desired)),
    ...(file.changedSecrets?.(desired, row, unseal) ?? []),
  ].filter((part) => part !== "");
  const detail = changes.join("; ") || (isManaged ? "" : "managed by the file");
  return { differences: detail === "" ? [] : [{ ...change, sign: "~", detail }], removals: [] };
}

/** Makes all other accounts, which are locked, reload the settings of the installation. */
async function recordInOtherAccounts({
  tx,
  account,
  now,
  otherAccounts,
}: ApplyContext): Promise<void> {
  for (const other of await lockOtherAccounts(tx, account)) {
    await recordSettingsChanges(tx, other, [{ kind: "instance", id: null }], now);
    otherAccounts.add(other);
  }
}

/** Exports settings that an account has once (CFG-024). Nothing if the file does not need them. */
export function exportSingleResource<Row, Entry>(
  file: SingleResourceFile<Row, Entry>,
  row: Row,
  variable: NameVariable,
): Partial<ConfigFile> {
  const part = file.write(row, (kind, name) => variable(kind, name, 0));
  return part === undefined ? {} : { [file.part]: part };
}
