import { NewOperator, OperatorInvited } from "@parlour/protocol/api";
import { operator } from "@parlour/protocol/settings/kinds/people/operator";
import type { FastifyInstance } from "fastify";
import { requireFound } from "../kit/ids.ts";
import { setChannels } from "./operator-channels.ts";
import { setDepartments } from "./operator-departments.ts";
import { rejectDuplicateEmail, serializeWithPresence, type OperatorDeps } from "./operator-deps.ts";
import { assertStrongPassword } from "./operator-validation.ts";
import { issuePasswordLink, mailPasswordLink } from "./password-link.ts";
import { findAssignedRole } from "./operator-role.ts";
import { assertCanManageOwners } from "./owner-rules.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { normalizeHours } from "../../settings/account/hours.ts";
import { parseBody } from "../../settings/kind/values.ts";
import { changeSettings } from "../kit/change-settings.ts";
import { createLinkPath } from "../../auth/links.ts";
import { createOperator } from "../../store/settings/account/operator-changes.ts";
import { findOperator } from "../../store/settings/account/operator.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";

const inviteTtlMs = 7 * 86_400_000;

/** Registers the creation of an operator. An operator without a password gets an invitation. */
export function addOperatorRoute(app: FastifyInstance, deps: OperatorDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/operators",
    fresh: true,
    action: "operators.manage",
    tag: "operators",
    summary: "Create an operator",
    body: NewOperator,
    status: 201,
    answer: OperatorInvited,
    handle: (context) => addOperator(deps, context),
  });
}
async function addOperator(
  deps: OperatorDeps,
  context: RequestContext<unknown, unknown, NewOperator>,
): Promise<OperatorInvited> {
  const { principal, body } = context;
  assertCanManageOwners(principal, body.role);
  const {
    departments,
    channels,
    chat_limit = 0,
    hours,
    password,
    ...profile
  } = parseBody(operator.fields, body);
  const { name, email } = profile;
  if (password !== undefined) assertStrongPassword(password, email);
  const ownHours = normalizeHours(hours, null, "hours.");
  const passwordHash = password === undefined ? null : await deps.auth.passwords.hash(password);
  let isNew = false;
  const created = await changeSettings(deps, context, "operator.create", async (tx, now) => {
    isNew = true;
    const role = (await findAssignedRole(tx, principal, body, null)) ?? body;
    const id = await createOperator(tx, principal.accountId, {
      ...profile,
      ...role,
      chatLimit: chat_limit,
      hours: ownHours,
      passwordHash,
      managed: false,
      now,
    });
    if (id === null) rejectDuplicateEmail();
    const departmentChanges = await setDepartments(context, tx, id, departments);
    const channelChanges = await setChannels(context, tx, { id, role }, channels);
    const row = requireFound(
      await findOperator(createTransactionReader(tx), principal.accountId, id),
      "operator",
    );
    const invite =
      passwordHash === null
        ? await issuePasswordLink(
            tx,
            { account: principal.accountId, id },
            "invite",
            now + inviteTtlMs,
          )
        : null;
    const link = invite && {
      invite_url: `${deps.urls.publicUrl()}${createLinkPath("invite", invite.token)}`,
      invite_expires_at: invite.expiresAt,
    };
    return {
      result: { ...serializeWithPresence(deps, principal, row), ...link },
      changed: [{ kind: "operator", id }, ...departmentChanges, ...channelChanges],
      target: `operator ${id} ${role.role}`,
    };
  });
  const { invite_url, invite_expires_at } = created;
  if (!isNew || invite_url === undefined || invite_expires_at === undefined) return created;
  const link = { name, email, url: invite_url, until: invite_expires_at };
  return { ...created, ...(await mailPasswordLink(deps, principal, { kind: "invite", ...link })) };
}
