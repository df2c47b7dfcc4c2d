import { readPolicy, setPolicy } from "../factors.ts";
import { findSignIn } from "../sessions.ts";
import { updateAccount } from "../settings/account-settings.ts";
import { suspendAccount, tryCreateAccount } from "../settings/account.ts";
import { createApiKey, deleteApiKey } from "../settings/api-key.ts";
import { setOperatorDepartments } from "../settings/department.ts";
import { lockOidc, readOidc, setOidc } from "../settings/oidc.ts";
import {
  armPasswordLink,
  createOperator,
  endSessions,
  lockOperator,
  otherOwners,
  updateOperator,
  usePasswordLink,
} from "../settings/operator.ts";
import type { Sql } from "../sql.ts";
import { findAccountOverview, listAccounts } from "../queries/account-list.ts";
import { findAccount, listApiKeys } from "../queries/account.ts";
import { keepPhoto } from "../queries/file.ts";
import { readStartFacts } from "../queries/get-started.ts";
import { inside } from "../queries/inside.ts";
import { findInvited, findOperator, listOperators } from "../queries/operator.ts";
import { bound } from "./bound.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of operators, accounts, API keys and sign-in for `edges/operator`. */
export function openPeopleStores({ reader, sql, secrets }: Pick<ServiceStoreDeps, "reader" | "sql" | "secrets">) {
  const seal = (text: string) => secrets.seal(text);
  return {
    operators: {
      list: bound(reader, listOperators),
      find: bound(reader, findOperator),
      findByEmail: async (email: string) => {
        const row = await findSignIn(sql, email);
        return row?.active === true ? row : null;
      },
      findInvited: bound(reader, findInvited),
      findIn: (tx: Sql, account: number, id: number) => findOperator(inside(tx), account, id),
      create: createOperator,
      update: updateOperator,
      keepPhoto,
      lock: lockOperator,
      otherOwners,
      setDepartments: setOperatorDepartments,
      armPasswordLink,
      usePasswordLink,
      endSessions,
    },
    accounts: {
      find: bound(reader, findAccount),
      findIn: (tx: Sql, account: number) => findAccount(inside(tx), account),
      list: () => listAccounts(sql),
      overviewIn: findAccountOverview,
      create: tryCreateAccount,
      suspend: suspendAccount,
      update: updateAccount,
    },
    startFacts: bound(reader, readStartFacts),
    apiKeys: {
      list: bound(reader, listApiKeys),
      listIn: (tx: Sql, account: number) => listApiKeys(inside(tx), account),
      create: createApiKey,
      remove: deleteApiKey,
    },
    policy: {
      read: (account: number) => readPolicy(sql, account),
      readIn: readPolicy,
      set: setPolicy,
    },
    oidcRows: { list: () => readOidc(sql), lock: lockOidc, set: setOidc, seal },
  };
}
