import {
  mailLimitMessage,
  mailTranscript,
  maxTranscriptMails,
  getVisitorEmailAddress,
} from "../../../core/chat/details/mail-transcript.ts";
import { refuse } from "../../../core/failure.ts";
import { isEmail } from "../../../core/visitor/offline-form.ts";
import { isBlocked } from "../session/block-check.ts";
import type { VisitorAddress } from "../session/email-proofs.ts";
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
  const owner = { account, visitorId, address: to };
  if (canRequest) await requireEmailProof(deps, connection, frame, owner);
  const proven = (await deps.emailProofs.isProven(owner)) ? to : null;
  const quota = canRequest ? await takeMailQuota(deps, "visitor_mail", owner) : unlimited;
  const written = await deps
    .write({
      account,
      subject: { chat: frame.chat_id },
      handler: mailTranscript({ visitorId, proven, retryAfterMs: quota.retryAfterMs }),
      // A repeated frame, whose first response was lost, causes no second email.
      idempotency: {
        scope: `visitor:${visitorId}`,
        key: frame.ref,
        hash: sha256(JSON.stringify(frame)),
      },
    })
    .catch((error: unknown) => {
      quota.restore();
      throw error;
    });
  if (written.replayed) quota.restore();
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
  owner: VisitorAddress,
): Promise<void> {
  const { emailProofs } = deps;
  if (await emailProofs.isProven(owner)) return;
  if (code !== undefined) {
    // The same frame may have redeemed the code at another node meanwhile.
    if ((await emailProofs.redeem(owner, code)) || (await emailProofs.isProven(owner))) return;
    refuse("invalid_request", "This code is wrong or has expired.", { field: "code" });
  }
  const { retryAfterMs } = await takeMailQuota(deps, "visitor_code", owner);
  if (retryAfterMs !== null) refuse("rate_limited", mailLimitMessage, { retryAfterMs });
  await emailProofs.sendCode(owner, {
    language: connection.session.language ?? null,
    channel: connection.widget.name,
  });
  refuse("confirmation_needed", "Enter the code that was emailed to this address.", {
    field: "code",
  });
}

/** An email that was counted against the limits. */
interface MailQuota {
  /** Time until the next email may be sent. Null: this one may be sent. */
  readonly retryAfterMs: number | null;
  /** Returns what was taken for an email that is not sent. */
  restore(): void;
}
const unlimited: MailQuota = { retryAfterMs: null, restore: () => undefined };

/** Counts one email against the limits of this address and of the account. */
async function takeMailQuota(
  { limits }: HandlerDeps,
  name: "visitor_mail" | "visitor_code",
  { account, address }: VisitorAddress,
): Promise<MailQuota> {
  const key = `${account} ${address.toLowerCase()}`;
  const ofAddress = await limits.take(name, key);
  if (!ofAddress.ok) return { ...unlimited, retryAfterMs: ofAddress.retryAfterMs };
  const ofAccount = await limits.take("account_visitor_mail", account);
  if (!ofAccount.ok) {
    limits.restore(name, key);
    return { ...unlimited, retryAfterMs: ofAccount.retryAfterMs };
  }
  return {
    retryAfterMs: null,
    restore() {
      limits.restore(name, key);
      limits.restore("account_visitor_mail", account);
    },
  };
}
