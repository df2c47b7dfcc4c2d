import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { AcceptInvitation, InvitationAccepted } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import { assertStrongPassword } from "../operators/operator-validation.ts";
import { errorResponses } from "../kit/error-responses.ts";
import { parseLinkTokenAccount, hashLinkToken } from "../../auth/secrets.ts";
import { findOperatorByLink } from "../../store/settings/account/operator.ts";
import { consumePasswordLink, endSessions } from "../../store/settings/account/operator-changes.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

const { 409: _stateless, ...errorResponsesWithoutState } = errorResponses;

/**
 * Registers the routes that accept invitation and reset links. A link sets the operator's password
 * once and ends all their sessions (reliability.md 6).
 */
export function acceptLinkRoutes(deps: RouteDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      "/invitations/accept",
      {
        onRequest: (request) => deps.auth.refuseForeign(request),
        schema: {
          summary: "Accept an invitation or a password reset",
          tags: ["session"],
          body: AcceptInvitation,
          response: { 200: InvitationAccepted, ...errorResponsesWithoutState },
        },
      },
      async (request) => {
        return { email: await acceptLink(deps, request.body, request) };
      },
    );
  };
}

/** Sets the password. Returns the email address that the operator signs in with. */
async function acceptLink(
  deps: RouteDeps,
  body: Static<typeof AcceptInvitation>,
  request: FastifyRequest,
): Promise<string> {
  const { token, password } = body;
  const account = parseLinkTokenAccount(token);
  const hash = hashLinkToken(token);
  const now = deps.clock.now();
  const operator =
    account === null ? null : await findOperatorByLink(deps.reader, account, hash, now);
  if (account === null || operator === null) return rejectLink();
  assertStrongPassword(password, operator.email);
  const passwordHash = await deps.auth.passwords.hash(password);
  const email = await deps.change(account, async (tx) => {
    const used = await consumePasswordLink(tx, account, hash, { passwordHash, now });
    if (used === null) return rejectLink();
    await endSessions(tx, account, used.id);
    await insertAudit(tx, createAuditEntry(account, used.id, now, request));
    return { result: used.email, changed: [{ kind: "operator", id: used.id }] };
  });
  deps.auth.end({ account, operatorId: operator.id });
  return email;
}

const createAuditEntry = (
  accountId: number,
  operatorId: number,
  at: number,
  request: FastifyRequest,
): Parameters<typeof insertAudit>[1] => ({
  accountId,
  at,
  actorKind: "operator",
  actorId: operatorId,
  action: "operator.password_by_link",
  target: `operator ${operatorId}`,
  address: request.clientAddress,
  requestId: request.id,
  result: "ok",
});

const rejectLink = (): never =>
  refuse("invalid_token", "This link was already used or has expired. Ask for a new one.");
