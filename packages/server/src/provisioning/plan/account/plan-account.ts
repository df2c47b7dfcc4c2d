import { getManagedFields } from "../../../store/settings/account/account-fields.ts";
import type { AccountField } from "../../../core/entity.ts";
import { parseAccountSettings } from "../../../store/settings/account/account-settings.ts";
import { mergeAccountSettings, updateAccount } from "../../../store/settings/account/account.ts";
import type { CurrentSettings } from "../../../store/provisioning/present.ts";
import { insertAccount } from "../../../store/provisioning/writers.ts";
import { describeChanges, type PlannedChange, type ApplyContext } from "../planned-change.ts";
import type { DesiredSettings } from "../../read.ts";

/** Default settings of a new account. */
export const accountDefaults = { locale: "en", accent: "#0B6B5D" } as const;

/** Plans the creation or the change of the account. */
export function planAccount(
  desired: DesiredSettings,
  { account: current }: CurrentSettings,
): PlannedChange[] {
  const account = desired.account;
  if (account === null) return [];
  const differences: PlannedChange[] = [];
  const fields = listNamedFields(account);
  if (!current) {
    const run = async (context: ApplyContext): Promise<number> => {
      context.account = await insertAccount(context.tx, account.name);
      await mergeAccountSettings(context.tx, context.account, { managed_fields: fields });
      return context.account;
    };
    differences.push({
      sign: "+",
      subject: `account ${account.name}`,
      detail: "",
      kind: "account",
      run,
    });
  }
  const managedBefore = current
    ? getManagedFields({ managed: current.managed, ...parseAccountSettings(current.settings) })
    : [];
  const columns = {
    name: account.name,
    locale: account.locale ?? current?.locale ?? accountDefaults.locale,
    accent: account.accent ?? current?.accent ?? accountDefaults.accent,
  };
  // A setting that an earlier file contained returns to its default when the file no longer
  // contains it. Otherwise the result would depend on earlier files. A setting that no file
  // contained is managed by the account.
  const settings = Object.fromEntries(
    (["safe_url", "trust_webhook_links"] as const)
      .filter((field) => account[field] !== undefined || managedBefore.includes(field))
      .map((field) => [field, account[field] ?? null]),
  );
  const before = {
    name: account.name,
    ...accountDefaults,
    safe_url: null,
    trust_webhook_links: null,
    ...current,
    ...current?.settings,
  };
  const detail = describeChanges(before, { ...columns, ...settings });
  const isManagedAsNamed = current?.managed === true && fields.join() === managedBefore.join();
  if (detail !== "" || (current && !isManagedAsNamed)) {
    const run = async ({ tx, account: id }: ApplyContext): Promise<number> => {
      await updateAccount(tx, id, { ...columns, managed: true });
      await mergeAccountSettings(tx, id, { ...settings, managed_fields: fields });
      return id;
    };
    differences.push({
      sign: "~",
      subject: `account ${account.name}`,
      detail: detail || "managed by the file",
      kind: "account",
      run,
    });
  }
  return differences;
}

/** Returns the settings that the file contains, in the order in which they are stored. */
function listNamedFields(account: NonNullable<DesiredSettings["account"]>): AccountField[] {
  return (["name", "locale", "accent", "safe_url", "trust_webhook_links"] as const).filter(
    (field) => account[field] !== undefined,
  );
}
