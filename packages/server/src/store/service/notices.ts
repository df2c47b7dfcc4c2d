import { firstAccount, lockOtherAccounts, readMail, setMail, setMailWishes, writeMailLanguage } from "../settings/mail.ts";
import { putPushDevice, putSelfTest, removePushDevice } from "../settings/push.ts";
import type { Sql } from "../sql.ts";
import { findMailWishes } from "../queries/mail.ts";
import { findPushDevice, listPushDevices, listReach } from "../queries/push.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of push devices and mail for `edges/operator`. */
export function openNoticeStores({ sql, secrets }: Pick<ServiceStoreDeps, "sql" | "secrets">) {
  const seal = (text: string) => secrets.seal(text);
  return {
    pushDevices: {
      list: (account: number, operator: number, now: number) => listPushDevices(sql, account, operator, now),
      find: (account: number, id: number, now: number) => findPushDevice(sql, account, id, now),
      findIn: findPushDevice,
      put: (tx: Sql, account: number, row: Parameters<typeof putPushDevice>[2]) => putPushDevice(tx, account, row, seal),
      remove: removePushDevice,
      reach: (account: number, now: number) => listReach(sql, account, now),
      putSelfTest: (account: number, operator: number, broken: readonly string[], now: number) =>
        putSelfTest(sql, account, operator, broken, now),
    },
    mailRows: {
      read: () => readMail(sql),
      readIn: readMail,
      set: setMail,
      firstAccount: () => firstAccount(sql),
      lockOthers: lockOtherAccounts,
      seal,
      wishes: (account: number, operator: number) => findMailWishes(sql, account, operator),
      setWishes: setMailWishes,
      setLanguage: writeMailLanguage,
    },
  };
}
