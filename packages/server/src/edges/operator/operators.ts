import type { FastifyInstance } from "fastify";
import {
  IdParams,
  NewOperator,
  NoContent,
  NoFields,
  OperatorEntry,
  OperatorInvited,
  OperatorPatch,
  Operators,
  PageQuery,
  ResetLink,
} from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { pageOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import type { OperatorRecord } from "./stores/operators.ts";
import type { Tx } from "./stores/tx.ts";
import { found, idOf, unknown } from "./ids.ts";
import { keepAnOwner, refuseOwners } from "./owners.ts";
import { returnChats } from "./return-chats.ts";
import { mailLink, type LinkMail, type Mailed } from "./mail-link.ts";
import { route } from "./route.ts";
import { changeOf, emailOf, photoOf, refuseWeak } from "./operator-input.ts";
import { operatorWire } from "./operator-wire.ts";
import { newLinkToken, tokenHash } from "./secrets.ts";
import { setDepartments } from "./operator-departments.ts";
import { changeSettings, filled, optional, refuseManaged, type SettingsDeps } from "./settings.ts";

type OperatorDeps = SettingsDeps &
  Pick<Deps, "auth" | "rights" | "operators" | "chats" | "write" | "realtime" | "publicUrl" | "accounts" | "mail">;

const inviteMs = 7 * 86_400_000;
const resetMs = 30 * 60_000;

/** Operators (API-041, CORE-001, CORE-003). */
export function operatorRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  listOperators(app, deps);
  oneOperator(app, deps);
  addOperator(app, deps);
  changeOperator(app, deps);
  deactivateOperator(app, deps);
  resetOperator(app, deps);
}

function listOperators(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/operators",
    action: "operators.read",
    tag: "operators",
    summary: "Operators, deactivated ones too",
    query: PageQuery,
    status: 200,
    answer: Operators,
    handle: async ({ principal, query }) => {
      const page = pageOf("operators", await deps.operators.list(principal.accountId), query);
      return { ...page, items: page.items.map((row) => wire(deps, principal, row)) };
    },
  });
}
function oneOperator(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/operators/:id",
    action: "operators.read",
    tag: "operators",
    summary: "One operator",
    params: IdParams,
    status: 200,
    answer: OperatorEntry,
    handle: async ({ principal, params }) =>
      wire(deps, principal, found(await deps.operators.find(principal.accountId, idOf(params.id, "operator")), "operator")),
  });
}
function addOperator(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/operators",
    fresh: true,
    action: "operators.manage",
    tag: "operators",
    summary: "Add an operator; without a password the answer carries an invitation link, once",
    body: NewOperator,
    status: 201,
    answer: OperatorInvited,
    handle: async (call) => {
      const { principal, body } = call;
      refuseOwners(deps, principal, body.role);
      const name = filled(body.name, "name");
      const email = emailOf(body.email);
      const photo = photoOf(body.photo);
      if (body.password !== undefined) refuseWeak(deps, body.password);
      const passwordHash = body.password === undefined ? null : await deps.auth.passwords.hash(body.password);
      let isNew = false;
      const made = await changeSettings(deps, call, "operator.create", async (tx, now) => {
        isNew = true;
        const id = await deps.operators.create(tx, principal.accountId, {
          name,
          email,
          phone: optional(body.phone) ?? null,
          photo: photo ?? null,
          role: body.role,
          chatLimit: body.chat_limit ?? 0,
          passwordHash,
          managed: false,
          now,
        });
        if (id === null) emailTaken();
        const joined = await setDepartments(deps, call, tx, id, body.departments);
        const row = found(await deps.operators.findIn(tx, principal.accountId, id), "operator");
        const invite = passwordHash === null ? await arm(deps, tx, principal.accountId, id, now + inviteMs) : null;
        return {
          result: {
            ...wire(deps, principal, row),
            ...(invite === null ? {} : { invite_url: `${deps.publicUrl()}/invite/${invite.token}`, invite_expires_at: invite.expiresAt }),
          },
          changed: [{ kind: "operator", id }, ...joined],
          target: `operator ${id} ${body.role}`,
        };
      });
      const { invite_url: url, invite_expires_at: until } = made;
      if (!isNew || url === undefined || until === undefined) return made;
      return { ...made, ...(await mailed(deps, principal, { kind: "invite", name, email, url, until })) };
    },
  });
}
function changeOperator(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/operators/:id",
    action: "operators.manage",
    tag: "operators",
    summary: "Change an operator; another role signs him out",
    params: IdParams,
    body: OperatorPatch,
    status: 200,
    answer: OperatorEntry,
    handle: async (call) => {
      const { principal, body } = call;
      const account = principal.accountId;
      const id = idOf(call.params.id, "operator");
      const change = changeOf(body);
      // Who reads the mail of an address can sign in by it.
      if (body.role !== undefined || body.email !== undefined || body.active !== undefined) deps.auth.demandFresh(principal);
      let hasNewRole = false;
      const answer = await changeSettings(deps, call, "operator.change", async (tx) => {
        const before = found(await deps.operators.lock(tx, account, id), "operator");
        refuseManaged(call, before);
        refuseOwners(deps, principal, before.role, body.role);
        hasNewRole = body.role !== undefined && body.role !== before.role;
        if (before.active && before.role === "owner" && hasNewRole) await keepAnOwner(deps, tx, account, id);
        const done = await deps.operators.update(tx, account, id, change);
        if (done === "not_found") unknown("operator");
        if (done === "email_taken") emailTaken();
        // Rights of a session are those of its start (reliability.md 6).
        if (hasNewRole) await deps.operators.endSessions(tx, account, id);
        const moved = await setDepartments(deps, call, tx, id, body.departments);
        const row = found(await deps.operators.findIn(tx, account, id), "operator");
        return {
          result: wire(deps, principal, row),
          changed: [{ kind: "operator", id }, ...moved],
          target: `operator ${id}: ${Object.keys(body).join(", ")}`,
        };
      });
      if (hasNewRole) deps.realtime.ended({ account, operatorId: id });
      return answer;
    },
  });
}
function deactivateOperator(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/operators/:id",
    fresh: true,
    action: "operators.manage",
    tag: "operators",
    summary: "Deactivate an operator: signs him out, returns his chats to waiting, keeps history",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const { principal } = call;
      const account = principal.accountId;
      const id = idOf(call.params.id, "operator");
      await changeSettings(deps, call, "operator.deactivate", async (tx) => {
        const before = found(await deps.operators.lock(tx, account, id), "operator");
        refuseManaged(call, before);
        refuseOwners(deps, principal, before.role);
        if (before.active && before.role === "owner") await keepAnOwner(deps, tx, account, id);
        await deps.operators.update(tx, account, id, { active: false });
        await deps.operators.endSessions(tx, account, id);
        return { result: null, changed: [{ kind: "operator", id }], target: `operator ${id}` };
      });
      deps.realtime.ended({ account, operatorId: id });
      await returnChats(deps, account, id);
      return null;
    },
  });
}
function resetOperator(app: FastifyInstance, deps: OperatorDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/operators/:id/reset",
    fresh: true,
    action: "operators.manage",
    tag: "operators",
    summary: "A link that sets a new password once, 30 min",
    params: IdParams,
    body: NoFields,
    status: 200,
    answer: ResetLink,
    handle: async (call) => {
      const account = call.principal.accountId;
      const id = idOf(call.params.id, "operator");
      const of: { operator?: OperatorRecord } = {};
      const link = await changeSettings(deps, call, "operator.reset", async (tx, now) => {
        const before = found(await deps.operators.lock(tx, account, id), "operator");
        of.operator = found(await deps.operators.findIn(tx, account, id), "operator");
        refuseOwners(deps, call.principal, before.role);
        if (!before.active) refuse("invalid_request", "This operator is deactivated. Bring him back first.", { field: "id" });
        const { token, expiresAt } = await arm(deps, tx, account, id, now + resetMs);
        return {
          result: { reset_url: `${deps.publicUrl()}/reset/${token}`, expires_at: expiresAt },
          changed: [],
          target: `operator ${id}`,
        };
      });
      if (of.operator === undefined) return link;
      const { name, email } = of.operator;
      const { reset_url: url, expires_at: until } = link;
      return { ...link, ...(await mailed(deps, call.principal, { kind: "reset", name, email, url, until })) };
    },
  });
}

async function arm(
  deps: Pick<OperatorDeps, "operators">,
  tx: Tx,
  account: number,
  id: number,
  expiresAt: number,
): Promise<{ token: string; expiresAt: string }> {
  const token = newLinkToken(account);
  await deps.operators.armReset(tx, account, id, tokenHash(token), expiresAt);
  return { token, expiresAt: new Date(expiresAt).toISOString() };
}

/** Sends the link by mail too, where mail is set up. */
async function mailed(
  deps: Pick<OperatorDeps, "accounts" | "mail">,
  { accountId, name: by }: Principal,
  link: Pick<LinkMail, "kind" | "name" | "email" | "url" | "until">,
): Promise<Mailed> {
  if (!deps.mail.isAvailable()) return {};
  const accountName = (await deps.accounts.find(accountId))?.name ?? "";
  return mailLink(deps, { ...link, accountId, accountName, by });
}

function emailTaken(): never {
  refuse("name_taken", "An operator with this e-mail exists already.", { field: "email" });
}

function wire(deps: Pick<OperatorDeps, "realtime">, principal: Principal, row: OperatorRecord): OperatorEntry {
  return operatorWire(row, deps.realtime.presence.of(principal.accountId, row.id));
}
