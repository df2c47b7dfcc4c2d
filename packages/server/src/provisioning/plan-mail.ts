import type { ConfigFile } from "@parlour/protocol/config";
import type { MailRecord, MailStateRecord } from "../core/record/mail.ts";
import { isMailAddress, parseSender } from "../mail/settings.ts";
import { lockOtherAccounts, setMail } from "../store/settings/mail.ts";
import { recordSettingsChanges } from "../store/settings/provision-writers.ts";
import { changes, type Difference, type Target } from "./difference.ts";
import type { Reading } from "./read-integrations.ts";

/** Mail settings of a file (CFG-032) with the resolved password. */
export interface WantedMail extends Omit<MailRecord, "password"> {
  readonly password: string | null;
}

/** Parses the mail settings. null: the file does not contain them. */
export function readMailPart(config: ConfigFile, { fault, secret }: Pick<Reading, "fault" | "secret">): WantedMail | null {
  const { mail } = config;
  if (mail === undefined) return null;
  const { host, port = 587, tls = "starttls", user, from, password_env: variable } = mail;
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(host)) fault(["mail", "host"], "must be a host name or an address, without port", "CFG-032");
  const sender = parseSender(from);
  if (sender === null || !isMailAddress(sender.address))
    fault(["mail", "from"], "must be one address, or a name and an address: Shop <chat@shop.example>", "CFG-032");
  if (variable !== undefined && user === undefined) fault(["mail", "password_env"], "needs user beside it", "CFG-032");
  const password = secret(["mail"], "password", undefined, variable);
  return { host, port, tls, user: user ?? null, from: from.trim(), password };
}

/**
 * Plans the mail server. With `--prune`, a server that the file no longer names is switched off.
 * Mail settings apply to all accounts.
 */
export function planMail(
  wanted: WantedMail | null,
  present: MailStateRecord,
  open: (sealed: Buffer) => string,
): { readonly differences: Difference[]; readonly gone: Difference[] } {
  if (wanted === null) {
    const off = difference("-", "", () => ({ mail: null, managed: false }));
    return { differences: [], gone: present.managed ? [off] : [] };
  }
  const { password, ...place } = wanted;
  const { password: sealed = null, ...before } = present.mail ?? {};
  const isNewPassword = password === null ? sealed !== null : sealed === null || open(sealed) !== password;
  const detail = [changes(before, place), isNewPassword ? "password" : "", present.managed ? "" : "managed by the file"]
    .filter((part) => part !== "")
    .join("; ");
  if (detail === "") return { differences: [], gone: [] };
  const to = ({ secrets }: Target): MailStateRecord => ({
    mail: { ...place, password: password === null ? null : secrets.seal(password) },
    managed: true,
  });
  return { differences: [difference(present.mail === null ? "+" : "~", present.mail === null ? "" : detail, to)], gone: [] };
}

/**
 * Changes the mail settings of every account. All accounts are locked (`lockProvisionedAccount`).
 */
function difference(sign: Difference["sign"], detail: string, state: (to: Target) => MailStateRecord): Difference {
  const run = async (to: Target): Promise<null> => {
    await setMail(to.tx, state(to));
    for (const account of await lockOtherAccounts(to.tx, to.account)) {
      await recordSettingsChanges(to.tx, account, [{ kind: "instance", id: null }], to.now);
      to.elsewhere.add(account);
    }
    return null;
  };
  return { sign, subject: "mail", detail, kind: "instance", run };
}
