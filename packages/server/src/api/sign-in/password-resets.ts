import type { ClientAddress } from "../../core/client/address.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { NoContent } from "@parlour/protocol/api";
import { PasswordReset } from "@parlour/protocol/api/people/session";
import { refuse } from "../../core/failure.ts";
import { sendLinkMail } from "../operators/mail-link.ts";
import { getRequestOrigin } from "../kit/request-origin.ts";
import { errorResponses } from "../kit/error-responses.ts";
import { generateLinkToken, hashLinkToken } from "../../auth/secrets.ts";
import { createLinkPath } from "../../auth/links.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import { findActiveOperatorForSignIn } from "../../store/sign-in/password.ts";
import { createPasswordLink } from "../../store/settings/account/operator-changes.ts";
import { findAccount } from "../../store/settings/account/account.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";
import type { MailPort } from "../kit/mail-port.ts";

export interface ResetDeps extends RouteDeps {
  readonly mail: MailPort;
  readonly urls: BaseUrls;
  /** Per email address and IP address. Returns how long to wait in ms, or 0 if allowed. */
  readonly takeReset: (email: string, address: ClientAddress) => Promise<number>;
  /** Reports an error that occurs after the response. */
  readonly onFault: (error: unknown) => void;
}

const linkTtlMs = 3_600_000;
const { 401: _unauthorized, ...errorResponsesWithoutAuth } = errorResponses;

/**
 * Registers the reset of a forgotten password (API-017). An email contains a link that sets a new
 * one. The response is immediate and always the same, so that it does not reveal which addresses
 * exist.
 */
export function passwordResetRoutes(deps: ResetDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const pendingMails = new Set<Promise<void>>();
    app.addHook("onClose", () => Promise.all(pendingMails));
    app.post(
      "/password-resets",
      {
        onRequest: (request) => deps.auth.refuseForeign(request),
        schema: {
          summary: "Request a password reset email",
          tags: ["session"],
          body: PasswordReset,
          response: { 204: NoContent, ...errorResponsesWithoutAuth },
        },
      },
      async (request, reply) => {
        if (!deps.mail.isAvailable())
          refuse(
            "not_available",
            "This installation sends no mail. Ask an owner or administrator for a link.",
          );
        const email = request.body.email.trim().toLowerCase();
        const waitMs = await deps.takeReset(email, request.clientAddress);
        if (waitMs > 0)
          refuse("rate_limited", "Too many links were requested. Check your email, or wait.", {
            retryAfterMs: waitMs,
          });
        const requestOrigin = getRequestOrigin(request);
        const sending = sendResetMail(deps, email, requestOrigin)
          .catch(deps.onFault)
          .finally(() => pendingMails.delete(sending));
        pendingMails.add(sending);
        return reply.code(204).send(null);
      },
    );
  };
}

async function sendResetMail(
  deps: ResetDeps,
  email: string,
  requestOrigin: ReturnType<typeof getRequestOrigin>,
): Promise<void> {
  const operator = await findActiveOperatorForSignIn(deps.sql, email);
  if (operator === null) return;
  const { accountId, operatorId, name } = operator;
  const now = deps.clock.now();
  const token = generateLinkToken(accountId);
  await deps.change(accountId, async (tx) => {
    await createPasswordLink(
      tx,
      { account: accountId, id: operatorId },
      { kind: "reset", hash: hashLinkToken(token), expiresAt: now + linkTtlMs },
    );
    await insertAudit(tx, {
      accountId,
      at: now,
      actorKind: "anonymous",
      actorId: null,
      action: "password.reset_mail",
      target: `operator ${operatorId}`,
      address: requestOrigin.address,
      requestId: requestOrigin.requestId,
      result: "ok",
    });
    return { result: undefined, changed: [] };
  });
  await sendLinkMail(deps, {
    kind: "forgot",
    accountId,
    accountName: (await findAccount(deps.reader, accountId))?.name ?? "",
    name,
    email: operator.email,
    by: name,
    url: `${deps.urls.publicUrl()}${createLinkPath("reset", token)}`,
    until: new Date(now + linkTtlMs).toISOString(),
  });
}
