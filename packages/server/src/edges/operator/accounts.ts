import type { FastifyInstance } from "fastify";
import { AccountInvited, AccountOverview, Accounts, AccountSuspension, IdParams, NewAccount, PageQuery } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { AccountOverview as Row } from "../../core/record/account.ts";
import { pageOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { found, idOf, unknown } from "./ids.ts";
import { emailOf, refuseWeak } from "./operator-input.ts";
import { refuseAbove } from "./owners.ts";
import { route, type Call } from "./route.ts";
import { generateLinkToken, hashLinkToken } from "../../auth/secrets.ts";
import { changeSettings, filled, type SettingsDeps } from "./settings.ts";
import { createLinkPath } from "../../auth/links.ts";

type AccountsDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "accounts" | "operators" | "publicUrl">;

const inviteMs = 7 * 86_400_000;

/** Registers the routes for accounts of the installation, for its owner (API-043, CORE-005). */
export function accountsRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  listAccounts(app, deps);
  createAccountRoute(app, deps);
  suspendAccount(app, deps);
}

function listAccounts(app: FastifyInstance, deps: AccountsDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/accounts",
    action: "instance.manage",
    tag: "instance",
    summary: "Accounts of the installation",
    query: PageQuery,
    status: 200,
    answer: Accounts,
    handle: async ({ query }) => {
      const page = pageOf("accounts", await deps.accounts.list(), query);
      return { ...page, items: page.items.map(wire) };
    },
  });
}
function createAccountRoute(app: FastifyInstance, deps: AccountsDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/accounts",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Create an account with its owner; without a password the answer carries an invitation link, once",
    body: NewAccount,
    status: 201,
    answer: AccountInvited,
    handle: (call) => createAccount(deps, call),
  });
}
async function createAccount(deps: AccountsDeps, call: Call<unknown, unknown, NewAccount>): Promise<AccountInvited> {
  const { body } = call;
  refuseAbove(deps, call.principal, "owner");
  const name = filled(body.name, "name");
  const ownerName = filled(body.owner.name, "owner.name");
  const email = emailOf(body.owner.email, "owner.email");
  if (body.owner.password !== undefined) refuseWeak(deps, body.owner.password, email, "owner.password");
  const passwordHash = body.owner.password === undefined ? null : await deps.auth.passwords.hash(body.owner.password);
  return changeSettings(deps, call, "account.create", async (tx, now) => {
    const made = await deps.accounts.create(tx, { name, owner: { name: ownerName, email, passwordHash, instanceOwner: false } });
    if (made === null) refuse("name_taken", "An operator with this e-mail exists already.", { field: "owner.email" });
    const { accountId: id, operatorId } = made;
    const token = generateLinkToken(id);
    if (passwordHash === null) await deps.operators.armPasswordLink(tx, id, operatorId, "invite", hashLinkToken(token), now + inviteMs);
    const row = found(await deps.accounts.overviewIn(tx, id), "account");
    const invitation = {
      invite_url: `${deps.publicUrl()}${createLinkPath("invite", token)}`,
      invite_expires_at: new Date(now + inviteMs).toISOString(),
    };
    return {
      result: { ...wire(row), ...(passwordHash === null ? invitation : {}) },
      changed: [{ kind: "instance", id: null }],
      // The first entry of the new account's journal, so that projections start to follow it.
      elsewhere: [{ account: id, changed: [{ kind: "account", id }] }],
      target: `account ${id} ${name}`,
    };
  });
}
function suspendAccount(app: FastifyInstance, deps: AccountsDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/accounts/:id",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Suspend or resume an account",
    params: IdParams,
    body: AccountSuspension,
    status: 200,
    answer: AccountOverview,
    handle: async (call) => {
      const { suspended } = call.body;
      const id = idOf(call.params.id, "account");
      const action = suspended ? "account.suspend" : "account.resume";
      return changeSettings(
        deps,
        call,
        action,
        async (tx) => {
          if (!(await deps.accounts.suspend(tx, id, suspended))) unknown("account");
          const row = found(await deps.accounts.overviewIn(tx, id), "account");
          return { result: wire(row), changed: [{ kind: "account", id }], target: `account ${id}` };
        },
        id,
      );
    },
  });
}

const wire = (row: Row): AccountOverview => ({
  id: row.id,
  name: row.name,
  suspended: row.suspended,
  managed: row.managed,
  created_at: row.createdAt,
  owners: row.owners.map((owner) => ({ ...owner })),
});
