import type { FastifyInstance } from "fastify";
import { AccountPatch } from "@parlour/protocol/api";
import { Account } from "@parlour/protocol";
import type { Deps } from "./deps.ts";
import { found } from "./ids.ts";
import { route } from "./route.ts";
import { changeSettings, filled, refuseManaged, type SettingsDeps } from "./settings.ts";

/** The account's own settings (API-041). */
export function accountRoutes(app: FastifyInstance, deps: SettingsDeps & Pick<Deps, "auth" | "accounts">): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/account",
    action: "account.read",
    tag: "account",
    summary: "The account",
    status: 200,
    answer: Account,
    handle: async ({ principal }) => found(await deps.accounts.find(principal.accountId), "account"),
  });
  route(app, deps.auth, {
    method: "PATCH",
    url: "/account",
    action: "account.manage",
    tag: "account",
    summary: "Change the account",
    body: AccountPatch,
    status: 200,
    answer: Account,
    handle: async (call) => {
      const account = call.principal.accountId;
      const name = call.body.name === undefined ? undefined : filled(call.body.name, "name");
      return changeSettings(deps, call, "account.change", async (tx) => {
        refuseManaged(call, found(await deps.accounts.findIn(tx, account), "account"));
        await deps.accounts.update(tx, account, { ...call.body, name });
        return {
          result: found(await deps.accounts.findIn(tx, account), "account"),
          changed: [{ kind: "account", id: null }],
          target: `account: ${Object.keys(call.body).join(", ")}`,
        };
      });
    },
  });
}
