import type { FastifyInstance } from "fastify";
import { AccountPatch } from "@parlour/protocol/api";
import { Account } from "@parlour/protocol";
import { account as kind } from "@parlour/protocol/settings/kinds/account/account";
import { getManagedFields } from "../../store/settings/account/account-fields.ts";
import {
  type AccountRecord,
  findAccount,
  mergeAccountSettings,
  updateAccount,
} from "../../store/settings/account/account.ts";
import { requireFound } from "../kit/ids.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { parseBody } from "../../settings/kind/values.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface AccountDeps extends RouteDeps {
  /** Maximum size of an upload, in bytes (CFG-030). */
  readonly fileBytes: () => number;
}

/** Registers the routes for the settings of an account (API-290). */
export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/account",
    action: "account.read",
    tag: "account",
    summary: "Get the account",
    status: 200,
    answer: Account,
    handle: async ({ principal }) =>
      serializeAccount(
        deps,
        requireFound(await findAccount(deps.reader, principal.accountId), "account"),
      ),
  });
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/account",
    action: "account.manage",
    tag: "account",
    summary: "Update the account",
    body: AccountPatch,
    status: 200,
    answer: Account,
    handle: (context) => changeAccount(deps, context),
  });
}
async function changeAccount(
  deps: AccountDeps,
  context: RequestContext<unknown, unknown, AccountPatch>,
): Promise<Account> {
  const account = context.principal.accountId;
  const body = parseBody(kind.fields, context.body);
  return changeSettings(deps, context, "account.change", async (tx) => {
    const managedFields = getManagedFields(
      requireFound(await findAccount(createTransactionReader(tx), account), "account"),
    );
    assertNotManagedByFile(context, {
      managed: managedFields.some((field) => context.body[field] !== undefined),
    });
    await updateAccount(tx, account, body);
    const { safe_url, trust_webhook_links } = body;
    await mergeAccountSettings(tx, account, { safe_url, trust_webhook_links });
    return {
      result: serializeAccount(
        deps,
        requireFound(await findAccount(createTransactionReader(tx), account), "account"),
      ),
      changed: [{ kind: "account", id: null }],
      target: `account: ${Object.keys(context.body).join(", ")}`,
    };
  });
}

const hasModel = ({ model }: AccountRecord): boolean =>
  model.endpointId !== null && model.chat_model !== null;
const canTranslate = (row: AccountRecord): boolean =>
  hasModel(row) || row.model.translatorId !== null;

const toAccountEntity = (row: AccountRecord): Omit<Account, "upload_mib"> => ({
  id: row.id,
  name: row.name,
  locale: row.locale,
  accent: row.accent,
  suspended: row.suspended,
  managed: row.managed,
  managed_fields: [...getManagedFields(row)],
  safe_url: typeof row.safeUrl === "boolean" ? row.safeUrl : [...row.safeUrl],
  trust_webhook_links: row.trustWebhookLinks,
  has_model: hasModel(row),
  can_translate: canTranslate(row),
  translates_automatically: canTranslate(row) && row.model.translate_automatically,
  answered_elsewhere: row.answeredElsewhere,
});

function serializeAccount(deps: AccountDeps, row: AccountRecord): Account {
  return { ...toAccountEntity(row), upload_mib: Math.floor(deps.fileBytes() / (1024 * 1024)) };
}
