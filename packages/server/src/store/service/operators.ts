import { readSecondFactorPolicy, setSecondFactorPolicy } from "../sign-in/factors.ts";
import { findSignIn } from "../sign-in/sessions.ts";
import { updateAccount } from "../settings/account/account-settings-changes.ts";
import { suspendAccount, createAccountIfEmailFree } from "../settings/account/account-changes.ts";
import { createApiKey, deleteApiKey } from "../settings/account/api-key.ts";
import { setOperatorDepartments } from "../settings/account/department-changes.ts";
import { lockOidc, readOidc, setOidc } from "../settings/installation/oidc.ts";
import {
  createPasswordLink,
  createOperator,
  endSessions,
  lockOperator,
  countOtherOwners,
  updateOperator,
  consumePasswordLink,
} from "../settings/account/operator-changes.ts";
import type { Sql } from "../database/sql.ts";
import { findAccountOverview, listAccounts } from "../settings/account/account-list.ts";
import { findAccount, listApiKeys } from "../settings/account/account.ts";
import { markFileAsPhoto } from "../chats/file.ts";
import { readStartFacts } from "../settings/account/get-started.ts";
import { readerForTransaction } from "../database/transaction-reader.ts";
import { findOperatorByLink, findOperator, listOperators } from "../settings/account/operator.ts";
import { bindReader } from "./bind-reader.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of operators, accounts, API keys and sign-in for `api`. */
export function createOperatorStores({ reader, sql, secrets }: Pick<ServiceStoreDeps, "reader" | "sql" | "secrets">) {
  const seal = (text: string) => secrets.seal(text);
  return {
    operators: {
      list: bindReader(reader, listOperators),
      find: bindReader(reader, findOperator),
      findByEmail: async (email: string) => {
        const row = await findSignIn(sql, email);
        return row?.active === true ? row : null;
      },
      findInvited: bindReader(reader, findOperatorByLink),
      findIn: (tx: Sql, account: number, id: number) => findOperator(readerForTransaction(tx), account, id),
      create: createOperator,
      update: updateOperator,
      keepPhoto: markFileAsPhoto,
      lock: lockOperator,
      otherOwners: countOtherOwners,
      setDepartments: setOperatorDepartments,
      armPasswordLink: createPasswordLink,
      usePasswordLink: consumePasswordLink,
      endSessions,
    },
    accounts: {
      find: bindReader(reader, findAccount),
      findIn: (tx: Sql, account: number) => findAccount(readerForTransaction(tx), account),
      list: () => listAccounts(sql),
      overviewIn: findAccountOverview,
      create: createAccountIfEmailFree,
      suspend: suspendAccount,
      update: updateAccount,
    },
    startFacts: bindReader(reader, readStartFacts),
    apiKeys: {
      list: bindReader(reader, listApiKeys),
      listIn: (tx: Sql, account: number) => listApiKeys(readerForTransaction(tx), account),
      create: createApiKey,
      remove: deleteApiKey,
    },
    policy: {
      read: (account: number) => readSecondFactorPolicy(sql, account),
      readIn: readSecondFactorPolicy,
      set: setSecondFactorPolicy,
    },
    oidcRows: { list: () => readOidc(sql), lock: lockOidc, set: setOidc, seal },
  };
}
