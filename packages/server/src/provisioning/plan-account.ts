import { getManagedFields } from "../core/account-fields.ts";
import type { AccountField } from "../core/entity.ts";
import { readAccountSettings } from "../store/account-settings.ts";
import { mergeAccountSettings, updateAccount } from "../store/settings/account-settings.ts";
import type { Present } from "../store/settings/provision.ts";
import { insertAccount } from "../store/settings/provision-writers.ts";
import { changes, type Difference, type Target } from "./difference.ts";
import type { Wanted } from "./read.ts";

/** Defaults of a new account. */
export const accountDefaults = { locale: "en", accent: "#0B6B5D" } as const;

/** Plans the creation or the change of the account. */
export function planAccount(wanted: Wanted, { account: present }: Present): Difference[] {
  const account = wanted.account;
  if (account === null) return [];
  const differences: Difference[] = [];
  const fields = fieldsOf(account);
  if (!present) {
    const run = async (to: Target): Promise<number> => {
      to.account = await insertAccount(to.tx, account.name);
      await mergeAccountSettings(to.tx, to.account, { managed_fields: fields });
      return to.account;
    };
    differences.push({ sign: "+", subject: `account ${account.name}`, detail: "", kind: "account", run });
  }
  const managedBefore = present ? getManagedFields({ managed: present.managed, ...readAccountSettings(present.settings) }) : [];
  const columns = {
    name: account.name,
    locale: account.locale ?? present?.locale ?? accountDefaults.locale,
    accent: account.accent ?? present?.accent ?? accountDefaults.accent,
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
    ...present,
    ...present?.settings,
  };
  const detail = changes(before, { ...columns, ...settings });
  const isOwned = present?.managed === true && fields.join() === managedBefore.join();
  if (detail !== "" || (present && !isOwned)) {
    const run = async ({ tx, account: id }: Target): Promise<number> => {
      await updateAccount(tx, id, { ...columns, managed: true });
      await mergeAccountSettings(tx, id, { ...settings, managed_fields: fields });
      return id;
    };
    differences.push({ sign: "~", subject: `account ${account.name}`, detail: detail || "managed by the file", kind: "account", run });
  }
  return differences;
}

/** Returns the settings that a file names, in the stored order. */
function fieldsOf(account: NonNullable<Wanted["account"]>): AccountField[] {
  return (["name", "locale", "accent", "safe_url", "trust_webhook_links"] as const).filter((field) => account[field] !== undefined);
}
