import { mergeAccountSettings, updateAccount } from "../store/settings/account-settings.ts";
import type { Present } from "../store/settings/provision.ts";
import { insertAccount } from "../store/settings/provision-writers.ts";
import { changes, type Difference, type Target } from "./difference.ts";
import type { Wanted } from "./read.ts";

/** The account itself, new or changed. */
export function planAccount(wanted: Wanted, { account: present }: Present): Difference[] {
  const account = wanted.account;
  if (account === null) return [];
  const differences: Difference[] = [];
  if (!present) {
    const run = async (to: Target): Promise<number> => (to.account = await insertAccount(to.tx, account.name));
    differences.push({ sign: "+", subject: `account ${account.name}`, detail: "", kind: "account", run });
  }
  const columns = {
    name: account.name,
    locale: account.locale ?? present?.locale ?? "en",
    accent: account.accent ?? present?.accent ?? "#0B6B5D",
  };
  // What the file leaves out goes back to its default, else two applications of one file could differ.
  const settings = { safe_url: account.safe_url ?? null, trust_webhook_links: account.trust_webhook_links ?? null };
  const before = {
    name: account.name,
    locale: "en",
    accent: "#0B6B5D",
    safe_url: null,
    trust_webhook_links: null,
    ...present,
    ...present?.settings,
  };
  const detail = changes(before, { ...columns, ...settings });
  if (detail !== "" || (present && !present.managed)) {
    const run = async ({ tx, account: id }: Target): Promise<number> => {
      await updateAccount(tx, id, { ...columns, managed: true });
      await mergeAccountSettings(tx, id, settings);
      return id;
    };
    differences.push({ sign: "~", subject: `account ${account.name}`, detail: detail || "managed by the file", kind: "account", run });
  }
  return differences;
}
