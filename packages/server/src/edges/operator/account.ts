import type { FastifyInstance } from "fastify";
import { AccountPatch } from "@parlour/protocol/api";
import { Account } from "@parlour/protocol";
import { getManagedFields } from "../../core/account-fields.ts";
import type { AccountRecord } from "../../core/record/account.ts";
import type { Deps } from "./deps.ts";
import { found } from "./ids.ts";
import { route, type Call } from "./route.ts";
import { changeSettings, filled, refuseManaged, type SettingsDeps } from "./settings.ts";

type AccountDeps = SettingsDeps & Pick<Deps, "auth" | "accounts" | "fileBytes">;

/** Registers the routes of the account's own settings (API-041). */
export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/account",
    action: "account.read",
    tag: "account",
    summary: "The account",
    status: 200,
    answer: Account,
    handle: async ({ principal }) => wire(deps, found(await deps.accounts.find(principal.accountId), "account")),
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
    handle: (call) => changeAccount(deps, call),
  });
}
async function changeAccount(deps: AccountDeps, call: Call<unknown, unknown, AccountPatch>): Promise<Account> {
  const account = call.principal.accountId;
  const name = call.body.name === undefined ? undefined : filled(call.body.name, "name");
  return changeSettings(deps, call, "account.change", async (tx) => {
    const fixed = getManagedFields(found(await deps.accounts.findIn(tx, account), "account"));
    refuseManaged(call, { managed: fixed.some((field) => call.body[field] !== undefined) });
    const { locale, accent, safe_url: safeUrl, trust_webhook_links: trustWebhookLinks } = call.body;
    await deps.accounts.update(tx, account, { name, locale, accent, safeUrl, trustWebhookLinks });
    return {
      result: wire(deps, found(await deps.accounts.findIn(tx, account), "account")),
      changed: [{ kind: "account", id: null }],
      target: `account: ${Object.keys(call.body).join(", ")}`,
    };
  });
}

const accountEntity = (row: AccountRecord): Omit<Account, "upload_mib"> => ({
  id: row.id,
  name: row.name,
  locale: row.locale,
  accent: row.accent,
  suspended: row.suspended,
  managed: row.managed,
  managed_fields: [...getManagedFields(row)],
  safe_url: typeof row.safeUrl === "boolean" ? row.safeUrl : [...row.safeUrl],
  trust_webhook_links: row.trustWebhookLinks,
});

function wire(deps: Pick<Deps, "fileBytes">, row: AccountRecord): Account {
  return { ...accountEntity(row), upload_mib: Math.floor(deps.fileBytes() / (1024 * 1024)) };
}
