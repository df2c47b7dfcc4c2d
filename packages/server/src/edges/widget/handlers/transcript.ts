import {
  mailTranscript,
  maxTranscriptMails,
  getVisitorEmailAddress,
} from "../../../core/chat/details/mail-transcript.ts";
import { refuse } from "../../../core/failure.ts";
import { isEmail } from "../../../core/visitor/offline-form.ts";
import { isBlocked } from "../session/block-check.ts";
import { sha256 } from "../session/identity.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import type { FrameOfType, HandlerDeps } from "../handler-deps.ts";

/**
 * Emails the transcript to an address that the visitor proved to own (CORE-111, CORE-162). Without
 * proof, a code is emailed and the frame fails with `confirmation_needed`. The widget then sends
 * the frame again with the code. A blocked visitor and an unsubscribed address receive the same
 * responses but no email (CORE-071).
 */
export async function handleTranscript(
  deps: HandlerDeps,
  connection: VisitorConnection,
  frame: FrameOfType<"transcript">,
): Promise<void> {
  const { account, visitorId } = connection;
  const config = await deps.config(account);
  if (isBlocked(config, connection, deps.clock.now()))
    return deps.client.send({ type: "done", ref: frame.ref });
  const visitor = await deps.store.findVisitor(
    account,
    connection.widget.channelId,
    connection.customer,
  );
  const to = getVisitorEmailAddress(visitor?.visitor.email ?? null);
  const chat = visitor?.chat?.id === frame.chat_id ? visitor.chat.entity : null;
  const isOver =
    chat !== null && chat.closed_at !== null && (chat.transcripts ?? 0) < maxTranscriptMails;
  const canRequest = isOver && isEmail(to) && config.mail !== undefined;
  if (canRequest) await requireEmailProof(deps, connection, frame, to);
  const verb = mailTranscript({
    visitorId,
    proven: deps.emailProofs.isProven(visitorId, to) ? to : null,
  });
  // A repeated frame, whose first response was lost, causes no second email.
  const idempotency = {
    scope: `visitor:${visitorId}`,
    key: frame.ref,
    hash: sha256(JSON.stringify(frame)),
  };
  const isCounted = canRequest && deps.emailProofs.isNewRequest(visitorId, frame.ref);
  if (isCounted) await consumeMailQuota(deps, "visitor_mail", account, to);
  await deps.write({ account, subject: { chat: frame.chat_id }, handler: verb, idempotency });
  deps.client.send({ type: "done", ref: frame.ref });
}

/**
 * Returns normally if the address is proven. Otherwise emails a code and refuses with
 * `confirmation_needed`. Refuses with `invalid_request` on `code` if the code is wrong.
 */
async function requireEmailProof(
  deps: HandlerDeps,
  connection: VisitorConnection,
  { code }: FrameOfType<"transcript">,
  to: string,
): Promise<void> {
  const { account, visitorId, session, widget } = connection;
  if (deps.emailProofs.isProven(visitorId, to)) return;
  if (code !== undefined) {
    if (deps.emailProofs.redeem(visitorId, to, code)) return;
    refuse("invalid_request", "This code is wrong or has expired.", { field: "code" });
  }
  await consumeMailQuota(deps, "visitor_code", account, to);
  await deps.emailProofs.sendCode(account, visitorId, to, {
    language: session.language ?? null,
    channel: widget.name,
  });
  refuse("confirmation_needed", "Enter the code that was e-mailed to this address.", {
    field: "code",
  });
}

/**
 * Counts one email against the limits of this address and of the account. Refuses with
 * `rate_limited`.
 */
async function consumeMailQuota(
  { limits }: HandlerDeps,
  name: "visitor_mail" | "visitor_code",
  account: number,
  to: string,
): Promise<void> {
  const addressQuota = await limits.take(name, `${account} ${to.toLowerCase()}`);
  const quota = addressQuota.ok ? await limits.take("account_visitor_mail", account) : addressQuota;
  if (!quota.ok)
    refuse("rate_limited", "The daily limit of e-mails to this address is reached.", {
      retryAfterMs: quota.retryAfterMs,
    });
}
