import {
  findFirstAccount,
  lockOtherAccounts,
  readMail,
  setMail,
  setMailPreferences,
  writeMailLanguage,
} from "../settings/installation/mail-changes.ts";
import { savePushDevice, saveSelfTest, removePushDevice } from "../settings/account/push-changes.ts";
import type { Sql } from "../database/sql.ts";
import { findMailPreferences } from "../settings/installation/mail.ts";
import { findPushDevice, listPushDevices, listReachability } from "../settings/account/push.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of push devices and mail for `api`. */
export function createNotificationStores({ sql, secrets }: Pick<ServiceStoreDeps, "sql" | "secrets">) {
  const seal = (text: string) => secrets.seal(text);
  return {
    pushDevices: {
      list: (account: number, operator: number, now: number) => listPushDevices(sql, account, operator, now),
      find: (account: number, id: number, now: number) => findPushDevice(sql, account, id, now),
      findIn: findPushDevice,
      put: (tx: Sql, account: number, row: Parameters<typeof savePushDevice>[2]) => savePushDevice(tx, account, row, seal),
      remove: removePushDevice,
      reach: (account: number, now: number) => listReachability(sql, account, now),
      putSelfTest: (account: number, operator: number, broken: readonly string[], now: number) =>
        saveSelfTest(sql, account, operator, broken, now),
    },
    mailRows: {
      read: () => readMail(sql),
      readIn: readMail,
      set: setMail,
      firstAccount: () => findFirstAccount(sql),
      lockOthers: lockOtherAccounts,
      seal,
      wishes: (account: number, operator: number) => findMailPreferences(sql, account, operator),
      setWishes: setMailPreferences,
      setLanguage: writeMailLanguage,
    },
  };
}
