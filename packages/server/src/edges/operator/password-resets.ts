import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { NoContent } from "@parlour/protocol/api";
import { PasswordReset } from "@parlour/protocol/api-session";
import { refuse } from "../../core/failure.ts";
import type { Deps } from "./deps.ts";
import { mailLink } from "./mail-link.ts";
import { originOf } from "./origin.ts";
import { refusals } from "./refusals.ts";
import { generateLinkToken, hashLinkToken } from "../../auth/secrets.ts";
import { createLinkPath } from "../../auth/links.ts";

type ResetDeps = Pick<
  Deps,
  "auth" | "mail" | "operators" | "accounts" | "change" | "audit" | "clock" | "publicUrl" | "takeReset" | "onFault"
>;

const validMs = 3_600_000;
const { 401: _nobodySignsIn, ...answered } = refusals;

/**
 * Registers the reset of a forgotten password (API-017). The reader of the mail sets a new one. The
 * response is immediate and the same for every address, so that it does not reveal which addresses
 * exist.
 */
export function passwordResetRoutes(deps: ResetDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const underWay = new Set<Promise<void>>();
    app.addHook("onClose", () => Promise.all(underWay));
    app.post(
      "/password-resets",
      {
        onRequest: (request) => deps.auth.refuseForeign(request),
        schema: {
          summary: "Send a link for a new password, where somebody has this address",
          tags: ["session"],
          body: PasswordReset,
          response: { 204: NoContent, ...answered },
        },
      },
      async (request, reply) => {
        if (!deps.mail.isAvailable()) refuse("not_available", "This installation sends no mail. Ask an owner or administrator for a link.");
        const email = request.body.email.trim().toLowerCase();
        const wait = deps.takeReset(email, request.ip);
        if (wait > 0) refuse("rate_limited", "Too many links were asked for. Look into your mail, or wait.", { retryAfterMs: wait });
        const from = originOf(request);
        const work = send(deps, email, from)
          .catch(deps.onFault)
          .finally(() => underWay.delete(work));
        underWay.add(work);
        return reply.code(204).send(null);
      },
    );
  };
}

async function send(deps: ResetDeps, email: string, from: ReturnType<typeof originOf>): Promise<void> {
  const who = await deps.operators.findByEmail(email);
  if (who === null) return;
  const { accountId, operatorId, name } = who;
  const now = deps.clock.now();
  const token = generateLinkToken(accountId);
  await deps.change(accountId, async (tx) => {
    await deps.operators.armPasswordLink(tx, accountId, operatorId, "reset", hashLinkToken(token), now + validMs);
    await deps.audit(tx, {
      accountId,
      at: now,
      actorKind: "anonymous",
      actorId: null,
      action: "password.reset_mail",
      target: `operator ${operatorId}`,
      address: from.address,
      requestId: from.requestId,
      result: "ok",
    });
    return { result: undefined, changed: [] };
  });
  await mailLink(deps, {
    kind: "forgot",
    accountId,
    accountName: (await deps.accounts.find(accountId))?.name ?? "",
    name,
    email: who.email,
    by: name,
    url: `${deps.publicUrl()}${createLinkPath("reset", token)}`,
    until: new Date(now + validMs).toISOString(),
  });
}
