import { NewOperator, OperatorInvited } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { found } from "./ids.ts";
import { setDepartments } from "./operator-departments.ts";
import { emailTaken, wire, type OperatorDeps } from "./operator-deps.ts";
import { emailOf, photoOf, refuseWeak } from "./operator-input.ts";
import { arm, mailed } from "./operator-link.ts";
import { refuseAbove, refuseOwners } from "./owners.ts";
import { route, type Call } from "./route.ts";
import { changeSettings, filled, optional } from "./settings.ts";
import { createLinkPath } from "../../auth/links.ts";

const inviteMs = 7 * 86_400_000;

/** Registers the creation of an operator. An operator without a password gets an invitation. */
export function addOperatorRoute(app: FastifyInstance, deps: OperatorDeps): void {
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
    handle: (call) => addOperator(deps, call),
  });
}
async function addOperator(deps: OperatorDeps, call: Call<unknown, unknown, NewOperator>): Promise<OperatorInvited> {
  const { principal, body } = call;
  refuseOwners(deps, principal, body.role);
  refuseAbove(deps, principal, body.role);
  const name = filled(body.name, "name");
  const email = emailOf(body.email);
  const photo = photoOf(body.photo);
  if (body.password !== undefined) refuseWeak(deps, body.password, email);
  const passwordHash = body.password === undefined ? null : await deps.auth.passwords.hash(body.password);
  let isNew = false;
  const made = await changeSettings(deps, call, "operator.create", async (tx, now) => {
    isNew = true;
    const shown = { name, email, phone: optional(body.phone) ?? null, photo: photo ?? null };
    const work = { role: body.role, chatLimit: body.chat_limit ?? 0 };
    const id = await deps.operators.create(tx, principal.accountId, { ...shown, ...work, passwordHash, managed: false, now });
    if (id === null) emailTaken();
    const joined = await setDepartments(deps, call, tx, id, body.departments);
    const row = found(await deps.operators.findIn(tx, principal.accountId, id), "operator");
    const invite = passwordHash === null ? await arm(deps, tx, principal.accountId, id, "invite", now + inviteMs) : null;
    const link = invite && {
      invite_url: `${deps.publicUrl()}${createLinkPath("invite", invite.token)}`,
      invite_expires_at: invite.expiresAt,
    };
    return {
      result: { ...wire(deps, principal, row), ...link },
      changed: [{ kind: "operator", id }, ...joined],
      target: `operator ${id} ${body.role}`,
    };
  });
  const { invite_url: url, invite_expires_at: until } = made;
  if (!isNew || url === undefined || until === undefined) return made;
  return { ...made, ...(await mailed(deps, principal, { kind: "invite", name, email, url, until })) };
}
