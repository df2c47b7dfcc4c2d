import { readSecondFactorPolicy, setSecondFactorPolicy } from "../factors.ts";
import { findSignIn } from "../sessions.ts";
import { updateAccount } from "../settings/account-settings.ts";
import { suspendAccount, createAccountIfEmailFree } from "../settings/account.ts";
import { createApiKey, deleteApiKey } from "../settings/api-key.ts";
import { setOperatorDepartments } from "../settings/department.ts";
import { lockOidc, readOidc, setOidc } from "../settings/oidc.ts";
import {
  createPasswordLink,
  createOperator,
  endSessions,
  lockOperator,
  countOtherOwners,
  updateOperator,
  consumePasswordLink,
} from "../settings/operator.ts";
import type { Sql } from "../sql.ts";
import { findAccountOverview, listAccounts } from "../queries/account-list.ts";
import { findAccount, listApiKeys } from "../queries/account.ts";
import { markFileAsPhoto } from "../queries/file.ts";
import { readStartFacts } from "../queries/get-started.ts";
import { readerForTransaction } from "../queries/transaction-reader.ts";
import { findOperatorByLink, findOperator, listOperators } from "../queries/operator.ts";
import { bindReader } from "./bind-reader.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of operators, accounts, API keys and sign-in for `edges/operator`. */
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
