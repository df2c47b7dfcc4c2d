import type { ConfigFile } from "@parlour/protocol/config";
import type { Field } from "@parlour/protocol/settings/field";
import { account as kind, accountFields } from "@parlour/protocol/settings/kinds/account/account";
import { getManagedFields } from "../../../store/settings/account/account-fields.ts";
import { parseAccountSettings } from "../../../store/settings/account/account-settings.ts";
import { mergeAccountSettings, updateAccount } from "../../../store/settings/account/account.ts";
import type { CurrentSettings } from "../../current-settings.ts";
import { insertAccount } from "../../../store/provisioning/writers.ts";
import { describeChanges, type PlannedChange, type ApplyContext } from "../planned-change.ts";
import type { DesiredSettings } from "../../read.ts";

type CurrentAccount = NonNullable<CurrentSettings["account"]>;
type AnyValues = Readonly<Record<string, unknown>>;
const allFields = Object.entries<Field>(kind.fields);
/** Fields that are columns of the account. The others are in `account.settings`. */
const columnFields = allFields.filter(([, { elsewhere }]) => elsewhere === true);
const settingFields = allFields.filter(([, { elsewhere }]) => elsewhere !== true);

export function planAccount(desired: DesiredSettings, present: CurrentSettings): PlannedChange[] {
  const { account } = desired;
  const current = present.account;
  if (account === null) return [];
  const given: AnyValues = account;
  const fields = accountFields.filter((name) => given[name] !== undefined);
  const managedBefore: readonly string[] = current ? listManaged(current) : [];
  const columns = Object.fromEntries(
    columnFields.map(([name, field]) => [
      name,
      given[name] ?? (current as AnyValues | null)?.[name] ?? field.default,
    ]),
  );
  // A setting that an earlier file contained returns to its default when the file no longer
  // contains it. Otherwise the result would depend on earlier files. A setting that no file
  // contained is managed by the account.
  const settings = Object.fromEntries(
    settingFields
      .filter(([name]) => given[name] !== undefined || managedBefore.includes(name))
      .map(([name]) => [name, given[name] ?? null]),
  );
  const defaults = Object.fromEntries(
    columnFields.map(([name, field]) => [name, field.default ?? given[name]]),
  );
  const detail = describeChanges(
    { ...defaults, ...current, ...current?.settings },
    { ...columns, ...settings },
  );
  const change = { subject: `account ${account.name}`, kind: "account" } as const;
  const differences: PlannedChange[] = [];
  if (!current) {
    const run = async (context: ApplyContext): Promise<number> => {
      context.account = await insertAccount(context.tx, account.name);
      await mergeAccountSettings(context.tx, context.account, { managed_fields: fields });
      return context.account;
    };
    differences.push({ ...change, sign: "+", detail: "", run });
  }
  const isManagedAsNamed = current?.managed === true && fields.join() === managedBefore.join();
  if (detail !== "" || (current && !isManagedAsNamed)) {
    const run = async (context: ApplyContext): Promise<number> => {
      const { tx, account } = context;
      await updateAccount(tx, account, { ...columns, managed: true });
      await mergeAccountSettings(tx, account, { ...settings, managed_fields: fields });
      return account;
    };
    differences.push({ ...change, sign: "~", detail: detail || "managed by the file", run });
  }
  return differences;
}

const listManaged = ({ managed, settings }: CurrentAccount): readonly string[] =>
  getManagedFields({ managed, ...parseAccountSettings(settings) });

/** Omits defaults that no file set, so that applying the export changes nothing (CFG-024). */
export function exportAccount(account: CurrentAccount): NonNullable<ConfigFile["account"]> {
  const managed = listManaged(account);
  const stored: AnyValues = { ...account, ...account.settings };
  const isGiven = ([name, field]: readonly [string, Field]): boolean =>
    field.elsewhere === true
      ? !account.managed || managed.includes(name) || stored[name] !== field.default
      : stored[name] !== undefined;
  return Object.fromEntries(
    allFields.filter(isGiven).map(([name]) => [name, stored[name]]),
  ) as NonNullable<ConfigFile["account"]>;
}
