import type { FastifyInstance } from "fastify";
import {
  AccountInvited,
  AccountOverview,
  Accounts,
  AccountSuspension,
  IdParams,
  NewAccount,
  PageQuery,
} from "@parlour/protocol/api";
import { assertRolesNotAbovePrincipal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import {
  type AccountOverview as Row,
  createAccountIfEmailFree,
  changeAccountRights,
} from "../../store/settings/account/account.ts";
import { proveAllowedAddresses } from "../../store/settings/channels/channel-address.ts";
import { paginate } from "../kit/cursor.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { parseEmail, assertStrongPassword } from "../operators/operator-validation.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { generateLinkToken, hashLinkToken } from "../../auth/secrets.ts";
import { requireText } from "../../settings/texts.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { createLinkPath } from "../../auth/links.ts";
import { listAccounts, findAccountOverview } from "../../store/settings/account/account-list.ts";
import { createPasswordLink } from "../../store/settings/account/operator-changes.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";

interface AccountsDeps extends RouteDeps {
  readonly urls: BaseUrls;
}

const inviteTtlMs = 7 * 86_400_000;

/** Registers the routes of accounts for the installation owner (API-043, CORE-005). */
export function accountsRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  listAccountsRoute(app, deps);
  createAccountRoute(app, deps);
  changeAccountRoute(app, deps);
}

function listAccountsRoute(app: FastifyInstance, deps: AccountsDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/accounts",
    action: "instance.manage",
    tag: "instance",
    summary: "List the accounts of the installation",
    query: PageQuery,
    status: 200,
    answer: Accounts,
    handle: async ({ query }) => {
      const page = paginate("accounts", await listAccounts(deps.sql), query);
      return { ...page, items: page.items.map(serializeAccountOverview) };
    },
  });
}
function createAccountRoute(app: FastifyInstance, deps: AccountsDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/accounts",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Create an account with its owner",
    body: NewAccount,
    status: 201,
    answer: AccountInvited,
    handle: (context) => createAccount(deps, context),
  });
}
async function createAccount(
  deps: AccountsDeps,
  context: RequestContext<unknown, unknown, NewAccount>,
): Promise<AccountInvited> {
  const { body } = context;
  assertRolesNotAbovePrincipal(context.principal, { role: "owner" });
  const name = requireText(body.name, "name");
  const ownerName = requireText(body.owner.name, "owner.name");
  const email = parseEmail(body.owner.email, "owner.email");
  if (body.owner.password !== undefined)
    assertStrongPassword(body.owner.password, email, "owner.password");
  const passwordHash =
    body.owner.password === undefined ? null : await deps.auth.passwords.hash(body.owner.password);
  return changeSettings(deps, context, "account.create", async (tx, now) => {
    const created = await createAccountIfEmailFree(tx, {
      name,
      owner: { name: ownerName, email, passwordHash, instanceOwner: false },
    });
    if (created === null)
      refuse("name_taken", "An operator with this email already exists.", {
        field: "owner.email",
      });
    const { accountId, operatorId } = created;
    const token = generateLinkToken(accountId);
    if (passwordHash === null)
      await createPasswordLink(
        tx,
        { account: accountId, id: operatorId },
        { kind: "invite", hash: hashLinkToken(token), expiresAt: now + inviteTtlMs },
      );
    const row = requireFound(await findAccountOverview(tx, accountId), "account");
    const invitation = {
      invite_url: `${deps.urls.publicUrl()}${createLinkPath("invite", token)}`,
      invite_expires_at: new Date(now + inviteTtlMs).toISOString(),
    };
    const overview = serializeAccountOverview(row);
    return {
      result: passwordHash === null ? { ...overview, ...invitation } : overview,
      changed: [{ kind: "instance", id: null }],
      // Writes the first journal entry of the new account, so that projections start to read its
      // journal.
      elsewhere: [{ account: accountId, changed: [{ kind: "account", id: accountId }] }],
      target: `account ${accountId} ${name}`,
    };
  });
}
function changeAccountRoute(app: FastifyInstance, deps: AccountsDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/accounts/:id",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Suspend or resume an account, or allow addresses to it",
    params: IdParams,
    body: AccountSuspension,
    status: 200,
    answer: AccountOverview,
    handle: async (context) => {
      const { suspended, allowed_addresses } = context.body;
      const id = parseId(context.params.id, "account");
      if (suspended === undefined && allowed_addresses === undefined)
        refuse("invalid_request", "Enter what to change: suspended or allowed_addresses.");
      const action =
        suspended === undefined
          ? "account.allow_addresses"
          : suspended
            ? "account.suspend"
            : "account.resume";
      const allowedAddresses = allowed_addresses && [
        ...new Set(allowed_addresses.map((text) => text.toLowerCase())),
      ];
      return changeSettings(deps, { ...context, head: id }, action, async (tx, now) => {
        if (!(await changeAccountRights(tx, id, { suspended, allowedAddresses })))
          rejectNotFound("account");
        if (allowedAddresses !== undefined) await proveAllowedAddresses(tx, id, now);
        const row = requireFound(await findAccountOverview(tx, id), "account");
        return {
          result: serializeAccountOverview(row),
          changed: [{ kind: "account", id }],
          target: `account ${id}`,
        };
      });
    },
  });
}

const serializeAccountOverview = (row: Row): AccountOverview => ({
  id: row.id,
  name: row.name,
  suspended: row.suspended,
  managed: row.managed,
  created_at: row.createdAt,
  allowed_addresses: [...row.allowedAddresses],
  owners: row.owners.map((owner) => ({ ...owner })),
});
