import { mail } from "@parlour/protocol/settings/kinds/mail";
import { setMail, type MailStateRecord } from "../../store/settings/installation/mail-changes.ts";
import { createSingleFile } from "../kind/single-file.ts";

export const mailFile = createSingleFile(mail, {
  affectsAllAccounts: true,
  isManaged: (state: MailStateRecord) => state.managed,
  isExported: (state) => state.mail !== null,
  toValues(state) {
    if (state.mail === null) return null;
    const { password: _, ...values } = state.mail;
    return values;
  },
  toCredentials(state) {
    const sealed = state.mail?.password ?? null;
    return { password: sealed && ((unseal) => unseal(sealed)) };
  },
  findFault: ({ user }, { password }) =>
    password != null && user === null
      ? { field: "password_env", message: "requires user to be set too", rule: "CFG-032" }
      : undefined,
  save({ tx, seal }, entry) {
    if (entry === null) return setMail(tx, { mail: null, managed: false });
    const { password = null } = entry.secrets;
    const server = { ...entry.values, password: password === null ? null : seal(password) };
    return setMail(tx, { mail: server, managed: true });
  },
});
