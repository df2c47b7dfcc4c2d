import type { ConfigFile } from "@parlour/protocol/config";
import {
  type MailRecord,
  type MailStateRecord,
  lockOtherAccounts,
  setMail,
} from "../../store/settings/installation/mail-changes.ts";
import { isMailAddress, parseSender } from "../../mail/settings.ts";
import { recordSettingsChanges } from "../../store/provisioning/writers.ts";
import { describeChanges, type PlannedChange, type ApplyContext } from "./planned-change.ts";
import type { FileHelpers } from "../../settings/resource.ts";

/** Mail settings of a file (CFG-032) with the resolved password. */
export interface DesiredMail extends Omit<MailRecord, "password"> {
  readonly password: string | null;
}

/** Parses the mail settings. Returns null if the file does not contain them. */
export function parseMail(
  config: ConfigFile,
  { reportError, secret }: Pick<FileHelpers, "reportError" | "secret">,
): DesiredMail | null {
  const { mail } = config;
  if (mail === undefined) return null;
  const { host, port = 587, tls = "starttls", user, from, password_env: variable } = mail;
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(host))
    reportError(["mail", "host"], "must be a host name or IP address, without a port", "CFG-032");
  const sender = parseSender(from);
  if (sender === null || !isMailAddress(sender.address))
    reportError(
      ["mail", "from"],
      "must be one address, or a name and an address: Shop <chat@shop.example>",
      "CFG-032",
    );
  if (variable !== undefined && user === undefined)
    reportError(["mail", "password_env"], "requires user to be set too", "CFG-032");
  const password = secret(["mail"], "password", undefined, variable);
  return { host, port, tls, user: user ?? null, from: from.trim(), password };
}

/**
 * Plans the mail server. With `--prune`, a server that the file no longer contains is switched off.
 * Mail settings apply to all accounts.
 */
export function planMail(
  desired: DesiredMail | null,
  current: MailStateRecord,
  unseal: (sealed: Buffer) => string,
): { readonly differences: PlannedChange[]; readonly removals: PlannedChange[] } {
  if (desired === null) {
    const switchOff = createMailChange("-", "", () => ({ mail: null, managed: false }));
    return { differences: [], removals: current.managed ? [switchOff] : [] };
  }
  const { password, ...server } = desired;
  const { password: sealed = null, ...before } = current.mail ?? {};
  const isNewPassword =
    password === null ? sealed !== null : sealed === null || unseal(sealed) !== password;
  const detail = [
    describeChanges(before, server),
    isNewPassword ? "password" : "",
    current.managed ? "" : "managed by the file",
  ]
    .filter((part) => part !== "")
    .join("; ");
  if (detail === "") return { differences: [], removals: [] };
  const createState = ({ secrets }: ApplyContext): MailStateRecord => ({
    mail: { ...server, password: password === null ? null : secrets.seal(password) },
    managed: true,
  });
  return {
    differences: [
      createMailChange(
        current.mail === null ? "+" : "~",
        current.mail === null ? "" : detail,
        createState,
      ),
    ],
    removals: [],
  };
}

/**
 * Changes the mail settings of every account. All accounts are locked (`lockProvisionedAccount`).
 */
function createMailChange(
  sign: PlannedChange["sign"],
  detail: string,
  state: (context: ApplyContext) => MailStateRecord,
): PlannedChange {
  const run = async (context: ApplyContext): Promise<null> => {
    await setMail(context.tx, state(context));
    for (const account of await lockOtherAccounts(context.tx, context.account)) {
      await recordSettingsChanges(
        context.tx,
        account,
        [{ kind: "instance", id: null }],
        context.now,
      );
      context.otherAccounts.add(account);
    }
    return null;
  };
  return { sign, subject: "mail", detail, kind: "instance", run };
}

/**
 * Exports the mail server. `noteVariable` records the environment variable of a secret and returns
 * its name.
 */
export function exportMail(
  { mail }: MailStateRecord,
  noteVariable: (name: string) => string,
): Pick<ConfigFile, "mail"> {
  if (mail === null) return {};
  const { host, port, tls, user, from, password } = mail;
  return {
    mail: {
      host,
      port,
      tls,
      from,
      ...(user === null ? {} : { user }),
      ...(password === null ? {} : { password_env: noteVariable("MAIL_PASSWORD") }),
    },
  };
}
