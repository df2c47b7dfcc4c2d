import { getManagedFields } from "../../../store/settings/account/account-fields.ts";
import type { AccountField } from "../../../core/entity.ts";
import { parseAccountSettings } from "../../../store/settings/account/account-settings.ts";
import { mergeAccountSettings, updateAccount } from "../../../store/settings/account/account.ts";
import type { CurrentSettings } from "../../../store/provisioning/present.ts";
import { insertAccount } from "../../../store/provisioning/writers.ts";
import { describeChanges, type PlannedChange, type ApplyContext } from "../planned-change.ts";
import type { DesiredSettings } from "../../read.ts";

/** Defaults of a new account. */
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
  // A setting that the file named before and names no longer returns to its default. Otherwise two
  // applications of one file could differ. A setting that it never named belongs to the account.
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

/** Returns the settings that a file names, in the stored order. */
function listNamedFields(account: NonNullable<DesiredSettings["account"]>): AccountField[] {
  return (["name", "locale", "accent", "safe_url", "trust_webhook_links"] as const).filter(
    (field) => account[field] !== undefined,
  );
}
